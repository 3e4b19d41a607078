#!/usr/bin/env bash
# node 20.20.2 beside 22.20.0 (the pinned npm package `node`).
# One would guess: `{ ...row, status: 1 }` and `{ status: 1, ...row }` cost the same, and all objects that one line makes
# share a hidden class.
# Seen in 20.20.2: behind a spread each new name makes a hidden class for each object, once the line is warm. A list of
# 100,000 such objects takes more than twice the memory of the same objects whose new names stand first. 22.20.0
# shares one in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >objects.js <<'JS'
const used = () => (gc(), gc(), process.memoryUsage().heapUsed);
const rows = Array.from({ length: 100_000 }, (_, place) => ({ sku: 'same', place }));
const bytes = (make) => {
	const before = used();
	const made = rows.map(make);
	const each = (used() - before) / made.length;
	return Math.round(each);
};
const behind = bytes((row) => ({ ...row, status: 'new', note: 'none' }));
const first = bytes((row) => ({ status: 'new', note: 'none', ...row }));
console.log(behind > 2 * first ? 'behind a spread: more than twice the memory' : 'the same within a factor of two');
JS
expected=$(printf '%s\n' 'v20.20.2 behind a spread: more than twice the memory' 'v22.20.0 the same within a factor of two')
output=$(for version in 20.20.2 22.20.0; do
	npm install --silent --no-audit --no-fund --prefix "$version" "node@$version" >/dev/null
	node="$version/node_modules/node/bin/node"
	echo "$("$node" --version) $("$node" --expose-gc objects.js)"
done)
echo "$output"
[ "$output" = "$expected" ]
