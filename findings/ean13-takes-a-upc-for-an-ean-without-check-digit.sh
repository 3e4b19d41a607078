#!/usr/bin/env bash
# bwip-js 4.11.4 and jsbarcode 3.12.3: bar codes of a product whose code is a UPC-A of twelve digits
# (check digit included), or an EAN-13 that is to be printed on a carton (ITF-14).
#
# One would guess: twelve digits with a right check digit print as 0 and the twelve digits, the same
# number as an EAN-13; thirteen with a right one print as 0 and the thirteen.
# Seen: a code one digit short is taken as one without its check digit. Both libraries add a digit
# behind it, so that 012345678905 prints as 0123456789050; bwip-js prints the carton of 7891000315507
# as 78910003155076. Scanners read valid codes of other products, and nothing tells.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bwip-js@4.11.4 jsbarcode@3.12.3
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const bwip = require('bwip-js');
const jsbarcode = require('jsbarcode');

const bars = (bcid, text) => bwip.raw(bcid, text, {})[0].sbs.join();
const printed = (text) => {
	const drawn = {};
	jsbarcode(drawn, text, { format: 'EAN13' });
	return drawn.encodings.map((part) => part.text).join('');
};

const upc = '012345678905';
console.log(`jsbarcode, EAN13 of ${upc}:`, printed(upc));
assert.equal(printed(upc), '0123456789050');

const likeOtherCode = bars('ean13', upc) === bars('ean13', '0123456789050');
const likeSameNumber = bars('ean13', upc) === bars('ean13', `0${upc}`);
console.log(`bwip-js, ean13 of ${upc}: as 0123456789050 ${likeOtherCode}, as 0${upc} ${likeSameNumber}`);
assert.deepEqual([likeOtherCode, likeSameNumber], [true, false]);

const ean = '7891000315507';
const carton = bwip.raw('itf14', ean, {})[0].txt.map(([text]) => text).join('');
console.log(`bwip-js, itf14 of ${ean}:`, carton);
assert.equal(carton, '78910003155076');
JS
node look.cjs
