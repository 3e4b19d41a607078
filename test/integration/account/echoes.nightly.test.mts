import { describe, expect, test } from 'vitest';
import { hubCredentials, packageName, type NodeResult } from '../../engine/nodes.mts';
import type { Hub } from '../../hub/index.mts';
import { batchNote, batchRecord } from '../../support/batches.mts';
import { addSkus, channelPrice } from '../../support/products.mts';
import { expectNoSecret } from '../../support/secrets.mts';
import { answer, asJson, byId, op, respond, shown } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import { call, notificationOf, pollOnce, triggerWorkflow } from '../../support/triggers.mts';
/** A hub that knows keys with characters that every encoding writes differently. */
const keys = {
	environment: 'production' as const,
	appToken: 'app+Token/with="odd" çhars',
	apiKey: 'api-Key\\with/slashes+and<tags>',
	secretKey: "s3cret'Key&with%20odd/things?",
};
const echoing = async () => {
	const pair = await setup(keys);
	await pair.n8n.run(op('connection ping'));
	return pair;
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
const writings: Array<[string, (secret: string) => string]> = [
	['plain', (secret) => secret],
	['in an address', (secret) => encodeURIComponent(secret)],
	['in a form', (secret) => new URLSearchParams({ '': secret }).toString().slice(1)],
	['in JSON', (secret) => JSON.stringify(secret)],
	['in JSON with escaped slashes', (secret) => JSON.stringify(secret).replaceAll('/', '\\/')],
	['in JSON within JSON', (secret) => JSON.stringify(JSON.stringify({ secret }))],
	['in base64', base64],
	['in base64 with more', (secret) => base64(`user:${secret}!`)],
	['in base64 for addresses', (secret) => Buffer.from(secret).toString('base64url')],
];
const secretsOf = (hub: Hub) => [hub.appToken, hub.apiKey, hub.secretKey, hub.tokens.current!];
/** Expects that no secret shows, in whatever writing. */
function expectNone(hub: Hub, n8n: Parameters<typeof expectNoSecret>[1], result: NodeResult) {
	const forms = secretsOf(hub).flatMap((secret) => writings.map(([, write]) => write(secret)));
	// JSON puts further escapes before backslashes and quotes
	const cores = forms.filter((form) => !/[\\"]/.test(form));
	expectNoSecret(hub, n8n, result, cores);
}

/** Every writing with two of them, every status with three writings. */
const statuses = [400, 401, 404, 429, 500, 503];

describe.each(writings)('a hub that repeats its secrets %s', (how, write) => {
	const echo = (hub: Hub) => secretsOf(hub).map(write).join(' | ');
	const place = writings.findIndex(([name]) => name === how) % 3;

	test.each([statuses[place]!, statuses[place + 3]!])('a %d shows none of them', async (status) => {
		const { hub, n8n } = await echoing();
		const text = echo(hub);
		const header =
			encodeURIComponent(text).length < 3_000
				? [...text].filter((c) => c >= ' ' && c <= '~').join('')
				: '';
		respond(hub, 'orderList', status, {
			times: Infinity,
			body: { error: text, details: [text, { nested: text }] },
			headers: { 'Request-Id': header, 'Retry-After': '0' },
		});
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const result = await n8n.run(op('order getMany', { options: { longestWait: 0.02 } }), [{}], {
				onError,
			});
			expectNone(hub, n8n, result);
			expect(`${shown(result.nodeError)}${JSON.stringify(result.json())}`).toContain('***');
		}
	});

	test('a record loses only the secrets', async () => {
		const { hub, n8n } = await echoing();
		const order = hub.createOrder({});
		Object.assign(order.cliente, { nome: `José "Zé" ${echo(hub)} fim` });
		const result = await n8n.run(
			op('order get', { idPedido: byId(order.idPedido), simplify: false }),
		);
		expectNone(hub, n8n, result);
		const [read] = result.json() as Array<{ cliente: { nome: string }; entrega: object }>;
		expect(read!.cliente.nome).toMatch(/^José "Zé" .*\*\*\*.* fim$/);
		expect(read!.entrega).toEqual(order.entrega);
	});

	test('batch notes and the mensagem of a price write show none of them', async () => {
		const { hub, n8n } = await echoing();
		addSkus(hub, 1);
		const text = echo(hub);
		const note = batchNote('S0', { sucesso: false, error: text, details: [text, text] });
		const told = { requestId: text, data: text };
		const stock = op('stock updateBatch', asJson({ sku: 'S0', estoque: 1 }));
		const written = {
			skuProduto: 'S0',
			sucessos: [],
			erros: [{ idCanalIntegracao: 11, mensagem: text }],
		};
		answer(hub, 'customizedPriceSet', { resultados: [written] }, 200, 9);
		const price = op('customizedPrice set', asJson(channelPrice('S0')));
		for (const parameters of [stock, price, op('batch get', { batchId: '5001' })]) {
			for (const [run, onError] of (
				['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const
			).entries()) {
				const batchId = parameters === stock ? 5001 + run : 5001;
				answer(hub, 'batchGet', batchRecord([note], { ...told, batchId }));
				const result = await n8n.run(parameters, [{}], { onError });
				expectNone(hub, n8n, result);
				const said = `${shown(result.nodeError)}${JSON.stringify([result.json(), result.json(1)])}`;
				expect(said).toContain('***');
			}
		}
	});

	test('pickers and both triggers show none of them', async () => {
		const { hub, n8n } = await echoing();
		const text = echo(hub);
		const order = hub.createOrder({ status: 'novo' });
		Object.assign(order.cliente, { nome: text });
		Object.assign(order, { idPedidoCanal: text });
		const node = { type: `${packageName}.marketplaceHub`, credentials: hubCredentials };
		const seen: unknown[] = [await n8n.method('listSearch', 'searchOrders', node)];
		const webhook = triggerWorkflow(n8n, 'marketplaceHubTrigger');
		seen.push(await call(n8n, webhook, notificationOf(hub, order.idPedido)));
		const queue = triggerWorkflow(n8n, 'marketplaceHubQueueTrigger', {
			acknowledgement: 'workflow',
		});
		hub.updateOrder(order.idPedido, { status: 'pago' });
		seen.push(await pollOnce(n8n, queue));
		const shownText = JSON.stringify(seen);
		expect(shownText).toContain('***');
		for (const secret of secretsOf(hub).map(write))
			expect(shownText.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
	});
});
