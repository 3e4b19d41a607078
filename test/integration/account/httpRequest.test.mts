import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IRequestOptions,
} from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { createN8n } from '../../engine/n8n.mts';
import {
	credentialData,
	credentialType,
	hubCredentials,
	packageName,
} from '../../engine/nodes.mts';
import { stubNodeType } from '../../engine/nodeTypes.mts';
import type { Hub } from '../../hub/index.mts';
import { shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

type Send = (context: IExecuteFunctions, url: string) => Promise<IDataObject>;

/** Both ways in which n8n's HTTP Request node sends with a predefined credential type. */
const ways: Record<string, Send> = {
	'by url': async (context, url) => {
		const options: IHttpRequestOptions = { url, json: true };
		return (await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialType,
			options,
		)) as IDataObject;
	},
	'by uri': async (context, uri) => {
		const options: IRequestOptions = { uri, json: true };
		return (await context.helpers.requestWithAuthentication.call(
			context,
			credentialType,
			options,
		)) as IDataObject;
	},
};

/** An n8n with a node that sends one GET with the hub's credential, as n8n's HTTP Request node does. */
async function requester(hub: Hub, send: Send, url: string) {
	const { credentials } = await loadBuiltPackage();
	const node = stubNodeType(
		'httpRequest',
		{ credentials: [{ name: credentialType, required: true }] },
		{
			async execute() {
				return [[{ json: await send(this, url) }]];
			},
		},
	);
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data: credentialData(hub) }];
	const n8n = createN8n({ packageName, nodes: [node], credentials, stored });
	return async () =>
		await n8n.runNode({ type: `${packageName}.httpRequest`, credentials: hubCredentials });
}

/** Runs such a node once. */
async function request(hub: Hub, send: Send, url: string) {
	const run = await requester(hub, send, url);
	return await run();
}

describe.each(Object.entries(ways))("n8n's HTTP Request node, %s", (_name, send) => {
	test('reads from the hub with the credential', async () => {
		const { hub } = await setup({ seed: { orders: 2 } });
		const result = await request(hub, send, `${hub.url}/v1/orders?offset=0&limit=1`);
		expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
	});

	test('ten at once without a token: one exchange of the keys, all succeed', async () => {
		const { hub } = await setup({ seed: { orders: 1 }, latency: 30 });
		const run = await requester(hub, send, `${hub.url}/v1/orders?offset=0&limit=1`);
		const results = await Promise.all(Array.from({ length: 10 }, run));
		for (const result of results)
			expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
	});

	test('never takes the credential to another origin', async () => {
		const { hub } = await setup();
		const { hub: other } = await setup();
		const result = await request(hub, send, `${other.url}/v1/orders`);
		expect(shown(result.nodeError('Node') ?? result.error)).toContain(
			`The credential is for ${hub.url} and is not sent to ${other.url}`,
		);
		expect(other.log).toEqual([]);
	});
});
