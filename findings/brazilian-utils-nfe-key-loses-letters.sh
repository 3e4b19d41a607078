#!/usr/bin/env bash
# @brazilian-utils/brazilian-utils 2.4.0: the access key of an NF-e of a company whose CNPJ has
# letters (as new CNPJs have since July 2026), 44 characters with a right check digit.
#
# One would guess: a release that knows CNPJs with letters (`version: 2`) knows the keys that hold one.
# Seen: for a key there is no such option. It is not valid, has no information, and `parseNfeKey` and
# `formatNfeKey` leave its letters out without a word: 39 digits of 44 characters.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @brazilian-utils/brazilian-utils@2.4.0
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const utils = require('@brazilian-utils/brazilian-utils');

const cnpj = '12ABC34501DE35';
assert.equal(utils.isValidCnpj(cnpj, { version: 2 }), true);

const body = `352611${cnpj}55001000001234112345678`;
// NT 2025.001: modulo 11, each character's code less 48, weights 2 to 9 from the right
const sum = [...body].reverse().reduce((all, c, at) => all + (c.charCodeAt(0) - 48) * (2 + (at % 8)), 0);
const rest = sum % 11;
const key = body + (rest < 2 ? 0 : 11 - rest);
assert.equal(key.length, 44);

const seen = {
	isValidNfeKey: utils.isValidNfeKey(key),
	isValidNfeKeyVersion2: utils.isValidNfeKey(key, { version: 2 }),
	getNfeKeyInfo: utils.getNfeKeyInfo(key),
	parseNfeKey: utils.parseNfeKey(key),
	formatNfeKey: utils.formatNfeKey(key),
};
console.log(key, seen);
const digits = key.replace(/[A-Z]/g, '');
assert.equal(digits.length, 39);
assert.deepEqual(seen, {
	isValidNfeKey: false,
	isValidNfeKeyVersion2: false,
	getNfeKeyInfo: null,
	parseNfeKey: digits,
	formatNfeKey: digits.match(/.{1,4}/g).join(' '),
});
JS
node look.cjs
