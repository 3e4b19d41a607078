import type { IDataObject } from 'n8n-workflow';
import { hubCredentials, type HubN8n, packageName } from '../engine/nodes.mts';
import { op } from './items.mts';

/** What a list holds, as List: Read File asks for it. */
export type ListHolds = 'prices' | 'products' | 'stock';

/** A list as it is given: the bytes of a file, or items of Extract from File. */
export interface GivenList {
	file?: Buffer | string;
	fileName?: string;
	/** Beside a file: further items. */
	rows?: readonly IDataObject[];
}

/** The output of List: Read File: of a file in the input field `data`, or of rows. */
export async function readFile(n8n: HubN8n, listHolds: ListHolds, given: GivenList) {
	const workflow = n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Node',
				type: `${packageName}.marketplaceHub`,
				typeVersion: 1.1,
				credentials: hubCredentials,
				onError: 'continueErrorOutput',
				parameters: op('list readFile', { listHolds }),
			},
		],
		n8n.chain(['Start', 'Node']),
	);
	const { file, fileName = 'lista.csv', rows = [] } = given;
	const data = { data: Buffer.from(file ?? '').toString('base64'), mimeType: 'text/csv', fileName };
	const others = rows.map((json) => ({ json }));
	const items = file === undefined ? others : [{ json: {}, binary: { data } }, ...others];
	const result = await n8n.execute(workflow, 'Start', [items]);
	return { read: result.json('Node'), unread: result.json('Node', 1), result };
}
