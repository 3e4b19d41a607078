#!/usr/bin/env bash
# @n8n/tournament 1.12.1, which evaluates the expressions of n8n, on a template literal.
#
# One would guess: `a\n${v}` gives the line break and the value, as JavaScript does.
# Seen: a blank stands between them, wherever a line break (`\n` or a real one) comes right before
# `${`. A tab, another character in between, or `'a\n' + v` gives what JavaScript gives. So every
# line of a message but the first begins with a blank, and a comparison of texts fails.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @n8n/tournament@1.12.1
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { Tournament } = require('@n8n/tournament');

const engine = new Tournament((error) => {
	throw error;
});
const given = { v: 'V' };
const inJavaScript = (code) => new Function('v', `return ${code}`)(given.v);

const seen = {};
for (const code of ['`a\\n${v}`', '`a\n${v}`', '`${v}\\n${v}`', '`a\\t${v}`', '`a\\n.${v}`', '`a\\n` + v'])
	seen[code] = [inJavaScript(code), engine.execute(`{{ ${code} }}`, given)];
console.table(seen);
assert.deepEqual(seen, {
	'`a\\n${v}`': ['a\nV', 'a\n V'],
	'`a\n${v}`': ['a\nV', 'a\n V'],
	'`${v}\\n${v}`': ['V\nV', 'V\n V'],
	'`a\\t${v}`': ['a\tV', 'a\tV'],
	'`a\\n.${v}`': ['a\n.V', 'a\n.V'],
	'`a\\n` + v': ['a\nV', 'a\nV'],
});
JS
node look.cjs
