import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { importExample, triggerOf } from '../server/examples.mts';
import { outputOf, webhookUrl, type Credential, type Execution } from '../server/rest.mts';
import { findInHome, findInText } from './secrets.mts';
import { hubNode, runNodes, server, signIn, storeCredential, useHub } from './session.mts';

const random = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
const secrets = { appToken: random('app'), apiKey: random('api'), secretKey: random('secret') };
const wrong = { apiKey: random('wrong-api'), appToken: random('wrong-app') };

const hub = await useHub({ environment: 'production', seed: { orders: 5 }, ...secrets });
const n8n = await signIn();
const list = { resource: 'order', operation: 'getMany', simplify: false };

describe('secrets stay out of what n8n stores', () => {
	/** Everything that may lie in the home only encrypted; access tokens join as they are issued. */
	const hidden: Record<string, string> = {
		...secrets,
		wrongApiKey: wrong.apiKey,
		wrongAppToken: wrong.appToken,
	};

	afterEach(() => hub.faults.clear());

	const run = async (credential: Credential): Promise<Execution> => {
		const execution = await runNodes(n8n, hubNode('marketplaceHub', list, credential));
		if (hub.tokens.current) hidden[`accessToken${hub.tokens.issued}`] = hub.tokens.current;
		expect(findInText(execution.raw, hidden)).toEqual([]);
		return execution;
	};

	test('a successful run', async () => {
		const execution = await run(await storeCredential(n8n, hub));
		expect(outputOf(execution, 'Hub')).toHaveLength(5);
		expect(hub.tokens.issued).toBe(1);
	});

	test('a run whose token was revoked', async () => {
		const credential = await storeCredential(n8n, hub);
		await run(credential);
		hub.tokens.expire();
		expect(outputOf(await run(credential), 'Hub')).toHaveLength(5);
	});

	test.each([
		['a wrong API Key', { apiKey: wrong.apiKey }, /API Key/],
		['a wrong App Token', { appToken: wrong.appToken }, /App Token/],
		['an unreachable host', { baseUrl: 'http://127.0.0.1:9' }, /Base URL/],
		['plain http', { baseUrl: 'http://hub.example.com' }, /https/],
	])('a run that fails for %s and says what to change', async (_case, changes, advice) => {
		const { status, error } = await run(await storeCredential(n8n, hub, changes));
		expect(status).toBe('error');
		expect(`${error?.message} ${error?.description}`).toMatch(advice);
	});

	test('a run that the hub refuses or cuts off', async () => {
		const credential = await storeCredential(n8n, hub);
		hub.faults.add({
			endpoint: 'orderList',
			kind: 'status',
			status: 400,
			body: { error: 'Requisição inválida.' },
		});
		expect((await run(credential)).error?.message).toMatch(/Requisição inválida/);
		hub.faults.add({ endpoint: 'orderList', kind: 'resetBefore', times: 20 });
		expect((await run(credential)).error?.message).toMatch(/hub/i);
	});

	test('an order through the webhook', async () => {
		const workflow = await importExample(n8n, 'receive-orders', await storeCredential(n8n, hub));
		await n8n.publish(workflow);
		hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(workflow)) });
		hub.createOrder({ idPedidoCanal: 'FIND-ME-IN-THE-DATABASE' });
		await hub.webhook.settled();
		const [execution] = await n8n.finishedExecutions(workflow);
		await n8n.deleteWorkflow(workflow);
		expect(outputOf(execution!, 'Marketplace Hub Trigger')).toMatchObject([
			{ idPedidoCanal: 'FIND-ME-IN-THE-DATABASE' },
		]);
		expect(findInText(execution!.raw, hidden)).toEqual([]);
	});

	test("n8n's home has none of them: database, stored executions and logs", async () => {
		expect(Object.keys(hidden).length).toBeGreaterThanOrEqual(7);
		expect(await findInHome(server.home, hidden)).toEqual([]);
	});

	test('the search finds an order that n8n has stored', async () => {
		const credential = await storeCredential(n8n, hub);
		const execution = await runNodes(n8n, hubNode('marketplaceHub', list, credential));
		const idPedidoCanal = String(outputOf(execution, 'Hub')[0]?.idPedidoCanal);
		expect(findInText(execution.raw, { idPedidoCanal })).toEqual(['idPedidoCanal']);
		expect(await findInHome(server.home, { idPedidoCanal })).not.toEqual([]);
	});
});
