#!/usr/bin/env bash
# papaparse 5.7.1, automatic delimiter, on a price list as a Brazilian spreadsheet saves it.
#
# One would guess: `;`, which stands once in each line, the heading included.
# Seen: with two columns (`sku;preco`) it takes `,`, the decimal comma of the prices, though the
# heading holds none and the prices stand in quotes in one of the files. A third column makes it `;`.
# The rows then have a field named `sku;preco` and the cents in `__parsed_extra`.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund papaparse@5.7.1
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { parse } = require('papaparse');

const lists = {
	'two columns': 'sku;preco\nA1;79,90\nA2;89,90\n',
	'two columns in quotes': '"sku";"preco"\n"A1";"79,90"\n"A2";"89,90"\n',
	'three columns': 'sku;precoDe;precoPor\nA1;99,90;79,90\nA2;119,90;89,90\n',
};
const delimiters = {};
for (const [name, text] of Object.entries(lists)) delimiters[name] = parse(text).meta.delimiter;
console.log('delimiter found:', delimiters);
assert.deepEqual(delimiters, {
	'two columns': ',',
	'two columns in quotes': ',',
	'three columns': ';',
});

const [first] = parse(lists['two columns'], { header: true }).data;
console.log('first row:', JSON.stringify(first));
assert.deepEqual({ ...first }, { 'sku;preco': 'A1;79', __parsed_extra: ['90'] });
JS
node look.cjs
