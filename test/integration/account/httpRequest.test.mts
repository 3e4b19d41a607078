import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IRequestOptions,
} from 'n8n-workflow';
import { describe, expect } from 'vitest';
import { credentialType } from '../../engine/nodes.mts';
import { shown } from '../../support/items.mts';
import { otherNode } from '../../support/otherNode.mts';
import { setup, test } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

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

describe.each(Object.entries(ways))("n8n's HTTP Request node, %s", (_name, send) => {
	test('reads from the hub with the credential', async () => {
		const { hub } = await setup({ seed: { orders: 2 } });
		const url = `${hub.url}/v1/orders?offset=0&limit=1`;
		const run = await otherNode(hub, async (context) => await send(context, url));
		const result = await run();
		expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
	});

	test('ten at once without a token: one exchange of the keys, all succeed', async () => {
		const { hub } = await setup({ seed: { orders: 1 }, latency: 30 });
		const url = `${hub.url}/v1/orders?offset=0&limit=1`;
		const run = await otherNode(hub, async (context) => await send(context, url));
		const results = await Promise.all(Array.from({ length: 10 }, run));
		for (const result of results)
			expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
	});

	test('never takes the credential to another origin', async ({ hub }) => {
		const { hub: other } = await setup();
		const url = `${other.url}/v1/orders`;
		const run = await otherNode(hub, async (context) => await send(context, url));
		const result = await run();
		expect(shown(result.nodeError('Node') ?? result.error)).toContain(
			`The credential is for ${hub.url} and is not sent to ${other.url}`,
		);
		expect(other.log).toEqual([]);
	});
});

// n8n's older form, by uri, takes no signal
test('a request of another node ends at the deadline when its answer trickles', async () => {
	const { hub } = await setup({ seed: { orders: 1 }, timing: { requestTimeout: 800 } });
	const url = `${hub.url}/v1/orders?offset=0&limit=1`;
	const run = await otherNode(hub, async (context) => await ways['by url']!(context, url));
	await run();
	hub.faults.add({ kind: 'trickle', delay: 250, endpoint: 'orderList' });
	const passed = stopwatch();
	const result = await run();
	expect(passed()).toBeLessThan(10_000);
	expect(result.nodeError('Node') ?? result.error).toBeDefined();
});
