#!/usr/bin/env bash
# @brazilian-utils/brazilian-utils 2.4.0 (`parseCurrency`) and brazilian-values 0.14.1
# (`parseToNumber`): prices as people type them, read by two libraries for Brazilian values.
#
# One would guess: `12` is twelve reais for both, and a reader takes what its own formatter writes.
# Seen: `parseCurrency` reads a whole number as cents (`12` is 0.12, `1234` is 12.34), but `12,00` and
# `12.0` as reais; three digits behind a comma are thousands (`0,125` is 125). `parseToNumber` gives
# NaN for every text that `formatToBRL` makes, and reads `1234.56` as 123456. Neither throws.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @brazilian-utils/brazilian-utils@2.4.0 brazilian-values@0.14.1
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { parseCurrency } = require('@brazilian-utils/brazilian-utils');
const { formatToBRL, parseToNumber } = require('brazilian-values');

const typed = ['12', '1234', '12,00', '12.0', '0,125', '79,9', '1234.56'];
const seen = typed.map((text) => [text, parseCurrency(text), parseToNumber(text)]);
console.table(seen);
assert.deepEqual(seen, [
	['12', 0.12, 12],
	['1234', 12.34, 1234],
	['12,00', 12, 12],
	['12.0', 12, 120],
	['0,125', 125, 0.125],
	['79,9', 79.9, 79.9],
	['1234.56', 1234.56, 123456],
]);
console.log(formatToBRL(1234.56), 'read again:', parseToNumber(formatToBRL(1234.56)));
assert.equal(parseToNumber(formatToBRL(1234.56)), NaN);
JS
node look.cjs
