import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { loadBuiltPackage } from '../engine/engine.mts';
import { createN8n } from '../engine/n8n.mts';
import { credentialData, credentialType, hubCredentials } from '../engine/nodes.mts';
import { stubNodeType } from '../engine/nodeTypes.mts';
import type { Hub } from '../hub/index.mts';

/** An n8n with a node that is not ours and has the hub's credential; the function runs it once. */
export async function otherNode(
	hub: Hub,
	work: (context: IExecuteFunctions) => Promise<IDataObject>,
) {
	const { credentials } = await loadBuiltPackage();
	const needed = { credentials: [{ name: credentialType, required: true }] };
	const node = stubNodeType('other', needed, {
		async execute() {
			return [[{ json: await work(this) }]];
		},
	});
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data: credentialData(hub) }];
	const n8n = createN8n({ nodes: [node], credentials, stored });
	return async () =>
		await n8n.runNode({ type: 'n8n-nodes-test.other', credentials: hubCredentials });
}
