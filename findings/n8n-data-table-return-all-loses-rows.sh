#!/usr/bin/env bash
# n8n-nodes-base 2.40.2, Data Table > Row > Get with Return All, on a table that changes while it is read.
#
# One would guess: every row that is there all the time comes out, as with one SELECT.
# Seen: from row 1,001 on it reads by offset. A row that is added meanwhile ends the node ('result count
# changed during pagination'). Where one row goes and another comes, the count is the same: the node
# succeeds, and a row that was there all the time is missing, even when sorted by ID.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts n8n-workflow@2.40.1 luxon@3.7.2
npm pack --silent n8n-nodes-base@2.40.2 >/dev/null
tar -xzf n8n-nodes-base-2.40.2.tgz package/dist/nodes/DataTable
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { execute } = require('./package/dist/nodes/DataTable/actions/row/get.operation.js');

const parameters = {
	...{ dataTableId: { mode: 'id', value: 't1' }, matchType: 'allConditions', returnAll: true },
	...{ 'filters.conditions': [], orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' },
};

/** What the node gives of 2,500 rows; `meanwhile` changes the table after the first page. */
async function read(meanwhile) {
	let rows = Array.from({ length: 2_500 }, (_, index) => ({ id: index + 1 }));
	const table = {
		getColumns: async () => [],
		getManyRowsAndCount: async ({ skip, take }) => {
			const page = { data: rows.slice(skip, skip + take), count: rows.length };
			if (skip === 0) rows = meanwhile(rows);
			return page;
		},
	};
	const node = {
		getNode: () => ({ name: 'Get', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 }),
		getNodeParameter: (name, _item, otherwise) => parameters[name] ?? otherwise,
		helpers: { getDataTableProxy: async () => table },
	};
	return (await execute.call(node, 0)).map(({ json }) => json.id);
}

(async () => {
	assert.equal((await read((rows) => rows)).length, 2_500);

	const added = await read((rows) => [...rows, { id: 2_501 }]).catch(({ message }) => message);
	console.log('one row is added:', added);
	assert.equal(added, 'synchronization error: result count changed during pagination');

	const ids = await read((rows) => [...rows.filter(({ id }) => id !== 5), { id: 2_501 }]);
	console.log('row 5 goes, row 2501 comes:', ids.length, 'rows, with 1001:', ids.includes(1_001));
	assert.deepEqual([ids.length, ids.includes(5), ids.includes(1_001)], [2_500, true, false]);
})();
JS
node look.cjs
