import type { INode, INodeParameters } from 'n8n-workflow';
import type { Credential, WorkflowDefinition } from '../server/rest.mts';
import { chained, hubNode, manualStart, nodeOf, to } from '../server/workflows.mts';
import { mapped, op } from '../support/items.mts';

/** A node at its place on the canvas; its ID is its name. */
const placed = (x: number, y: number, node: INode): INode => ({
	...node,
	id: node.name.toLowerCase().replace(/\W+/g, '-'),
	position: [x, y],
});

/** Rows of a spreadsheet, one of them with a SKU that the hub does not have. */
const rows = [
	{ sku: 'CANECA-1', estoque: 40 },
	{ sku: 'NAO-EXISTE', estoque: 3 },
	{ sku: 'CAMISETA-1-P', estoque: 12 },
];

/** A stock batch whose refused rows leave by the error branch. */
export function stockBatch(
	credential: Credential,
	mapping: INodeParameters = mapped,
): WorkflowDefinition {
	const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
	const parameters = op('stock updateBatch', mapping);
	const update = hubNode('marketplaceHub', parameters, credential, 'Update Stock');
	const inLine = [
		manualStart(),
		placed(220, 0, nodeOf('Spreadsheet', 'code', { typeVersion: 2, parameters: { jsCode } })),
		placed(440, 0, { ...update, onError: 'continueErrorOutput' }),
	];
	return {
		name: 'Stock from a spreadsheet',
		nodes: [
			...inLine,
			placed(720, -100, nodeOf('Updated', 'noOp')),
			placed(720, 100, nodeOf('Tell the Team', 'noOp')),
		],
		connections: {
			...chained(inLine),
			'Update Stock': { main: [...to('Updated').main, ...to('Tell the Team').main] },
		},
	};
}

/** One operation behind a manual trigger; the node's ID is `hub`. */
export function single(credential: Credential, parameters: INodeParameters): WorkflowDefinition {
	const nodes = [manualStart(), placed(220, 0, hubNode('marketplaceHub', parameters, credential))];
	return { name: 'Hub alone', nodes, connections: chained(nodes) };
}
