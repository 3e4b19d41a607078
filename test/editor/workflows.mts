import type { INode, INodeParameters } from 'n8n-workflow';
import { credentialType, packageName } from '../engine/credentialData.mts';
import type { Credential, WorkflowDefinition } from '../server/rest.mts';

type Place = [number, number];

const node = (
	name: string,
	type: string,
	position: Place,
	parameters: INodeParameters = {},
	extra: Partial<INode> = {},
): INode => ({
	id: name.toLowerCase().replace(/\W+/g, '-'),
	name,
	type,
	typeVersion: 1,
	position,
	parameters,
	...extra,
});

const start = (position: Place) => node('Start', 'n8n-nodes-base.manualTrigger', position);
const end = (name: string, position: Place) => node(name, 'n8n-nodes-base.noOp', position);

/** A node of the package with its credential. */
export const hubNode = (
	name: string,
	position: Place,
	parameters: INodeParameters,
	{ id, name: label }: Credential,
	extra: Partial<INode> = {},
): INode =>
	node(name, `${packageName}.marketplaceHub`, position, parameters, {
		credentials: { [credentialType]: { id, name: label } },
		...extra,
	});

const to = (...names: string[]) =>
	names.map((name) => ({ node: name, type: 'main' as const, index: 0 }));

/** Rows of a spreadsheet, one of them with a SKU that the hub does not have. */
export const rows = [
	{ sku: 'CANECA-1', estoque: 40 },
	{ sku: 'NAO-EXISTE', estoque: 3 },
	{ sku: 'CAMISETA-1-P', estoque: 12 },
];

/** Columns of the input that have the names of fields. */
const mappedAutomatically: INodeParameters = { inputMode: 'auto' };

/** A stock batch whose refused rows leave by the error branch. */
export const stockBatch = (
	credential: Credential,
	mapping: INodeParameters = mappedAutomatically,
): WorkflowDefinition => ({
	name: 'Stock from a spreadsheet',
	nodes: [
		start([0, 0]),
		node(
			'Spreadsheet',
			'n8n-nodes-base.code',
			[220, 0],
			{
				mode: 'runOnceForAllItems',
				jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));`,
			},
			{ typeVersion: 2 },
		),
		hubNode(
			'Update Stock',
			[440, 0],
			{
				resource: 'stock',
				operation: 'updateBatch',
				...mapping,
			},
			credential,
			{ onError: 'continueErrorOutput' },
		),
		end('Updated', [720, -100]),
		end('Tell the Team', [720, 100]),
	],
	connections: {
		Start: { main: [to('Spreadsheet')] },
		Spreadsheet: { main: [to('Update Stock')] },
		'Update Stock': { main: [to('Updated'), to('Tell the Team')] },
	},
});

/** One operation behind a manual trigger; the node's id is `hub`. */
export const single = (
	credential: Credential,
	parameters: INodeParameters,
	name = 'Hub',
): WorkflowDefinition => ({
	name: `${name} alone`,
	nodes: [start([0, 0]), hubNode(name, [220, 0], parameters, credential, { id: 'hub' })],
	connections: { Start: { main: [to(name)] } },
});
