import type { IDataObject } from 'n8n-workflow';
import { loadBuiltPackage } from '../engine/engine.mts';
import { createN8n } from '../engine/n8n.mts';
import { credentialData, credentialType, hubCredentials } from '../engine/nodes.mts';
import { stubNodeType } from '../engine/nodeTypes.mts';
import type { Hub } from '../hub/index.mts';

type Ask = (type: string, options: object) => Promise<IDataObject>;

/**
 * An n8n with a node that is not ours and sends a request with the hub's credential; the function
 * runs it once.
 * @param helper of n8n: `httpRequest` is the newer one
 * @param options of the request, as that helper takes them
 */
export async function otherNode(hub: Hub, helper: 'httpRequest' | 'request', options: object) {
	const { credentials } = await loadBuiltPackage();
	const needed = { credentials: [{ name: credentialType, required: true }] };
	const node = stubNodeType('other', needed, {
		async execute() {
			const helpers = this.helpers as unknown as Record<string, Ask>;
			const ask = helpers[`${helper}WithAuthentication`]!;
			return [[{ json: await ask.call(this, credentialType, { ...options }) }]];
		},
	});
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data: credentialData(hub) }];
	const n8n = createN8n({ nodes: [node], credentials, stored });
	return async () =>
		await n8n.runNode({ type: 'n8n-nodes-test.other', credentials: hubCredentials });
}
