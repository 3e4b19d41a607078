#!/usr/bin/env bash
# zod 3.25.76 (its v3 API) on Node.js 20 or later: a check with `preprocess`, `refine` or `transform` is parsed for each
# row of a long list.
#
# One would guess: beside the function that it calls such a parse costs about as much as one without, and what it
# leaves behind is collected with the young garbage.
# Seen: each parse makes an object with a getter (`get path()`), so that V8 makes a hidden class for it, in the old
# space, which refers to the parsed value. A parse takes some ten times as long, and several hundred bytes of each, with
# the values, stay until the next full collection.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zod@3.25.76
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { z } = require('zod/v3');

/** Microseconds of a parse, and bytes that each leaves behind after a young collection. */
function measure(check) {
	for (let i = 0; i < 20_000; i++) check.safeParse(5);
	gc();
	const before = process.memoryUsage().heapUsed;
	const cpu = process.cpuUsage();
	for (let i = 0; i < 20_000; i++) check.safeParse(5);
	const { user } = process.cpuUsage(cpu);
	gc({ type: 'minor' });
	gc({ type: 'minor' });
	return { us: user / 20_000, left: (process.memoryUsage().heapUsed - before) / 20_000 };
}

const plain = measure(z.number());
const effects = {
	preprocess: measure(z.preprocess((value) => value, z.number())),
	refine: measure(z.number().refine(() => true)),
	transform: measure(z.number().transform((value) => value)),
};
console.log('number', plain);
for (const [name, { us, left }] of Object.entries(effects)) {
	console.log(name, { us, left });
	assert.ok(us > 3 * plain.us, `${name} is as fast as a number`);
	assert.ok(left > 100 && left > 10 * Math.max(1, plain.left), `${name} leaves nothing behind`);
}
JS
node --expose-gc look.cjs
