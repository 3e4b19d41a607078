import { describe, expect } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { credentialData, credentialType } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { shown } from '../../support/items.mts';
import { otherNode } from '../../support/otherNode.mts';
import { setup, test } from '../../support/setup.mts';
import { stopwatch } from '../../support/stopwatch.mts';

const orders = ({ url }: Hub) => `${url}/v1/orders?offset=0&limit=1`;

/** Both ways in which it sends with a predefined credential type. */
describe.each([
	['httpRequest', 'url'],
	['request', 'uri'],
] as const)("n8n's HTTP Request node, by %sWithAuthentication", (helper, field) => {
	const asking = async (hub: Hub, url = orders(hub)) =>
		await otherNode(hub, helper, { [field]: url, json: true });

	test('reads from the hub with the credential', async () => {
		const { hub } = await setup({ seed: { orders: 2 } });
		const result = await (await asking(hub))();
		expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
	});

	test('ten requests at once without a token share one exchange of the keys and succeed', async () => {
		const { hub } = await setup({ seed: { orders: 1 }, latency: 30 });
		const results = await Promise.all(Array.from({ length: 10 }, await asking(hub)));
		for (const result of results)
			expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
	});

	test('never takes the credential to another origin', async ({ hub }) => {
		const { hub: other } = await setup();
		const result = await (await asking(hub, orders(other)))();
		expect(shown(result.nodeError('Node') ?? result.error)).toContain(
			`The credential is for ${hub.url} and is not sent to ${other.url}`,
		);
		expect(other.log).toEqual([]);
	});

	/** An address that the client of n8n reads as another host, or none that it can read. */
	test.each<[form: string, addressOf: (host: string) => string]>([
		['http:host', (host) => `http:${host}/v1/orders`],
		['http:/host', (host) => `http:/${host}/v1/orders`],
		['http:\\host', (host) => `http:\\${host}/v1/orders`],
		['http:\\\\host', (host) => `http:\\\\${host}/v1/orders`],
		['HTTP:host', (host) => `HTTP:${host}/v1/orders`],
		['blanks before', (host) => `  http:${host}/v1/orders`],
		['a tab inside', (host) => `ht\ttp:/${host}/v1/orders`],
		['a line break inside', (host) => `http:\n${host}/v1/orders`],
		['a user', (host) => `http:user@${host}/v1/orders`],
		["the hub's name as user", (host) => `http:127.0.0.1@${host}/v1/orders`],
		['//host', (host) => `//${host}/v1/orders`],
		['\\\\host', (host) => `\\\\${host}/v1/orders`],
		['https:host', (host) => `https:${host}/v1/orders`],
		['another scheme', (host) => `ws:${host}/v1/orders`],
	])('never takes the credential to another host, written as %s', async (_form, addressOf) => {
		const { hub } = await setup();
		const { hub: other } = await setup();
		const result = await (await asking(hub, addressOf(new URL(other.url).host)))();
		expect(shown(result.nodeError('Node') ?? result.error)).toMatch(
			/The credential is for \S+ and is not sent to/,
		);
		expect(other.log).toEqual([]);
	});

	test('a relative address is appended to the path of its baseURL', async () => {
		const { hub } = await setup({ seed: { orders: 2 } });
		const options = { baseURL: `${hub.url}/v1/`, [field]: '/orders?offset=0&limit=1', json: true };
		const result = await (await otherNode(hub, helper, options))();
		expect(result.json('Node')).toMatchObject([{ pedidos: [expect.any(Object)] }]);
	});

	test('replaces a Host header of another name', async () => {
		const { hub } = await setup({ seed: { orders: 1 } });
		const options = { [field]: orders(hub), json: true, headers: { hOsT: 'evil.example' } };
		await (
			await otherNode(hub, helper, options)
		)();
		const hosts = hub.log.map(({ headers }) => headers.host);
		expect(new Set(hosts)).toEqual(new Set([new URL(hub.url).host]));
	});
});

test('a request with the credential always checks certificates', async ({ hub }) => {
	const { credentials } = await loadBuiltPackage();
	const type = credentials.find(({ name }) => name === credentialType)!;
	const given = {
		url: orders(hub),
		skipSslCertificateValidation: true,
		rejectUnauthorized: false,
		agentOptions: { ca: 'an authority of somebody', rejectUnauthorized: false },
	};
	const authenticate = type.authenticate as (data: object, options: object) => Promise<object>;
	expect(await authenticate.call(type, credentialData(hub), given)).toMatchObject({
		skipSslCertificateValidation: false,
		rejectUnauthorized: true,
		agentOptions: undefined,
	});
});

// n8n's older form, by uri, takes no signal
test('a request of another node ends at the deadline when its answer trickles', async () => {
	const { hub } = await setup({ seed: { orders: 1 }, timing: { requestTimeout: 800 } });
	const run = await otherNode(hub, 'httpRequest', { url: orders(hub), json: true });
	await run();
	hub.faults.add({ kind: 'trickle', delay: 250, endpoint: 'orderList' });
	const passed = stopwatch();
	const result = await run();
	expect(passed()).toBeLessThan(10_000);
	expect(result.nodeError('Node') ?? result.error).toBeDefined();
});
