#!/usr/bin/env bash
# n8n-nodes-base 2.40.2 and n8n-workflow 2.40.1, Data Table > Row > If Row Exists, in a workflow that is imported
# or made by n8n's API, with a condition as Get and Delete have it ('gt': greater than).
#
# One would guess: the condition counts, or the node says that it knows no such condition.
# Seen: the field is hidden from every version of the node, so n8n drops it from what is stored, and the node
# asks for rows whose column equals the value. 'If a row has an ID above 0' takes the branch of 'none'. The same
# condition of Get stays.
set -euo pipefail
cd "$(mktemp -d)"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts n8n-workflow@2.40.1 luxon@3.7.2
npm pack --silent n8n-nodes-base@2.40.2 >/dev/null
tar -xzf n8n-nodes-base-2.40.2.tgz package/dist/nodes/DataTable
cat >look.cjs <<'JS'
const assert = require('node:assert/strict');
const { NodeHelpers } = require('n8n-workflow');

/** The filter with which an operation asks a table for rows with an ID above 0. */
async function askedBy(operation) {
	const { description, execute } = require(
		`./package/dist/nodes/DataTable/actions/row/${operation}.operation.js`,
	);
	const condition = { keyName: 'id', condition: 'gt', keyValue: '0' };
	const stored = {
		...{ resource: 'row', operation, matchType: 'allConditions' },
		filters: { conditions: [condition] },
	};
	const node = { name: 'Rows', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 };
	const choices = ['resource', 'operation'].map((name) => ({
		...{ displayName: name, name, type: 'options', default: stored[name] },
		options: [{ name, value: stored[name] }],
	}));
	const properties = [...choices, ...description];
	const kept = NodeHelpers.getNodeParameters(properties, stored, true, false, node, { properties });
	let asked;
	const table = {
		getColumns: async () => [],
		getManyRowsAndCount: async ({ filter }) => {
			asked = filter;
			return { data: [], count: 0 };
		},
	};
	const parameters = {
		...{ dataTableId: { mode: 'id', value: 't1' }, matchType: 'allConditions', returnAll: true },
		'filters.conditions': kept.filters.conditions,
	};
	await execute.call(
		{
			getNode: () => node,
			getInputData: () => [{ json: {} }],
			getNodeParameter: (name, _item, otherwise) => parameters[name] ?? otherwise,
			helpers: { getDataTableProxy: async () => table },
		},
		0,
	);
	return asked.filters[0].condition;
}

(async () => {
	const [get, exists] = [await askedBy('get'), await askedBy('rowExists')];
	console.log('Get asks:', get, '- If Row Exists asks:', exists);
	assert.deepEqual([get, exists], ['gt', 'eq']);
})();
JS
node look.cjs
