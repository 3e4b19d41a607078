import pMap from 'p-map';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { createN8n, loadBuiltPackage } from '../../engine/n8n.mts';
import {
	credentialData,
	credentialType,
	hubCredentials,
	packageName,
} from '../../engine/nodes.mts';
import { stubNodeType } from '../../engine/nodeTypes.mts';
import type { Hub } from '../../hub/index.mts';
import { tokenOf } from '../token.mts';
import { gauge, type Sample } from './gauge.mts';
import type { HubAddress } from './hub.mts';

/**
 * What n8n itself costs: a node that asks with `httpRequestWithAuthentication` and this credential, ten
 * requests at once, reads each answer as a stream and does nothing else. No check, no limit, no JSON.
 * @returns a function that asks for these paths in one run; its records are the answers
 */
export async function startAsking(hub: HubAddress): Promise<(paths: string[]) => Promise<Sample>> {
	let wanted: string[] = [];
	const node = stubNodeType(
		'asking',
		{ credentials: [{ name: credentialType }] },
		{
			async execute() {
				const ask = this.helpers.httpRequestWithAuthentication;
				const sizes = await pMap(
					wanted,
					async (path) => {
						const options: IHttpRequestOptions = { url: hub.url + path, encoding: 'stream' };
						let bytes = 0;
						const body = (await ask.call(this, credentialType, options)) as AsyncIterable<Buffer>;
						for await (const chunk of body) bytes += chunk.length;
						return bytes;
					},
					{ concurrency: 10 },
				);
				return [sizes.map((bytes) => ({ json: { bytes } }))];
			},
		},
	);
	const { credentials } = await loadBuiltPackage();
	const data = credentialData(hub as Hub, tokenOf(hub));
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data }];
	const n8n = createN8n({ packageName, nodes: [node], credentials, stored });
	return async (paths) => {
		wanted = paths;
		return await gauge(
			async () => {
				const result = await n8n.runNode({
					type: `${packageName}.asking`,
					credentials: hubCredentials,
				});
				if (result.error !== undefined) throw result.error;
				return result.items('Node');
			},
			({ length }) => length,
		);
	};
}
