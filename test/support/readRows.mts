import type { IDataObject, INode } from 'n8n-workflow';
import { hubCredentials, type HubN8n, packageName } from '../engine/nodes.mts';
import { op } from './items.mts';

/** A column to read, its kind, and what else the form says of it. */
export type ReadField = [column: string, kind: string, more?: object];

/** Parameters of List: Read Rows. */
export const readAs = (fields: readonly ReadField[], more: object = {}) =>
	op('list readRows', {
		fields: { field: fields.map(([column, kind, own]) => ({ column, kind, ...own })) },
		...more,
	});

/** The output of List: Read Rows in a workflow of São Paulo, by default with its error output. */
export async function readList(
	n8n: HubN8n,
	rows: readonly IDataObject[],
	fields: readonly ReadField[],
	{
		node = {},
		timezone = 'America/Sao_Paulo',
		...more
	}: { node?: Partial<INode>; timezone?: string } & IDataObject = {},
) {
	const workflow = n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Node',
				type: `${packageName}.marketplaceHub`,
				typeVersion: 1.1,
				credentials: hubCredentials,
				onError: 'continueErrorOutput',
				parameters: readAs(fields, more),
				...node,
			},
		],
		n8n.chain(['Start', 'Node']),
		{ timezone },
	);
	const items = rows.map((json) => ({ json }));
	const result = await n8n.execute(workflow, 'Start', [items]);
	return {
		read: result.json('Node'),
		unread: result.json('Node', 1),
		items: result.items('Node'),
		error: result.nodeError('Node'),
		result,
	};
}
