import { beforeEach, expect, test } from 'vitest';
import { call, notificationOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { listen } from '../../support/otherServer.mts';
import { respond } from '../../support/items.mts';

const { at, trigger, notify, queueOf } = setupTrigger('marketplaceHubTrigger', { prefix: '/api' });

/* Addresses in a notification. */

/** What somebody else was called with. */
let calls: string[];
let otherUrl: string;
beforeEach(async () => {
	calls = [];
	otherUrl = await listen((request, response) => {
		calls.push(`${request.method} ${request.url}`);
		response.end('{}');
	});
});

const forged: Array<[string, (hub: string, other: string) => string]> = [
	['another port', (_hub, other) => `${other}/api/v1/orders/100001`],
	['another host', (hub) => `${hub.replace('127.0.0.1', '127.0.0.2')}/v1/orders/100001`],
	['a name for this host', (hub) => `${hub.replace('127.0.0.1', 'localhost')}/v1/orders/100001`],
	['another scheme', (hub) => `${hub.replace('http:', 'https:')}/v1/orders/100001`],
	['file', () => 'file:///v1/orders/100001'],
	['user info', (hub) => `${hub.replace('//', '//user:word@')}/v1/orders/100001`],
	['the hub as user info', (hub, other) => `${hub}@${new URL(other).host}/api/v1/orders/100001`],
	[
		'a backslash',
		(hub, other) => `http://${new URL(other).host}\\@${new URL(hub).host}/api/v1/orders/100001`,
	],
	['no scheme', (_hub, other) => `//${new URL(other).host}/api/v1/orders/100001`],
	[
		'a decimal address of another',
		(_hub, other) => `http://2130706433:${new URL(other).port}/api/v1/orders/100001`,
	],
	[
		'an IPv6 address of another',
		(_hub, other) => `http://[::ffff:7f00:1]:${new URL(other).port}/api/v1/orders/100001`,
	],
	['a path outside the API', (hub) => `${new URL(hub).origin}/v1/orders/100001`],
	['another endpoint', (hub) => `${hub}/v1/products/100001`],
	['dots in the path', (hub) => `${hub}/v1/orders/../products/100001`],
	['encoded dots', (hub) => `${hub}/v1/orders/%2e%2e/products/100001`],
	['the queue', (hub) => `${hub}/v1/orders/queue`],
	['a longer path', (hub) => `${hub}/v1/orders/100001/paid`],
	['no number', (hub) => `${hub}/v1/orders/abc`],
	['too long a number', (hub) => `${hub}/v1/orders/${'9'.repeat(19)}`],
];

test.each(forged)('%s as urlLeitura: nobody is called', async (_name, address) => {
	const urlLeitura = address(at.hub.url, otherUrl);
	const notification = notificationOf(at.hub, 1, { urlLeitura });
	const { status, reply, items } = await call(at.n8n, trigger(), notification);
	expect(status).toBe(200);
	expect(reply).toEqual({ idInterno: expect.any(Number), status: 'novo' });
	expect(items).toEqual([
		{ notification, reason: expect.stringContaining('not that of an order of this hub') },
	]);
	expect(at.hub.log).toEqual([]);
	expect(calls).toEqual([]);
});

test('urlConfirmacaoLeitura is never called', async () => {
	const order = at.hub.createOrder();
	const changes = { urlConfirmacaoLeitura: `${otherUrl}/v1/orders/queue/${order.idPedido}` };
	const outcome = await notify(trigger(), order.idPedido, { changes });
	expect(outcome.items).toMatchObject([{ idPedido: order.idPedido }]);
	await queueOf();
	expect(at.hub.log.map(({ path }) => path)).toEqual([
		'/v1/logistic/auth',
		`/v1/orders/${order.idPedido}`,
		`/v1/orders/queue/${order.idPedido}`,
	]);
	expect(calls).toEqual([]);
});

test('a redirect of the hub is not followed', async () => {
	respond(at.hub, 'orderGet', 302, { headers: { Location: `${otherUrl}/x` } });
	const { status, items } = await notify(trigger(), at.hub.createOrder().idPedido);
	expect(status).toBe(200);
	expect(items).toMatchObject([{ reason: expect.stringContaining('302') }]);
	expect(calls).toEqual([]);
});

test("other spellings of the hub's own address are read at the Base URL", async () => {
	const { idPedido } = at.hub.createOrder();
	const urlLeitura = `${at.hub.url.replace('127.0.0.1', '2130706433').replace('http', 'HTTP')}/v1/./orders/${idPedido}?x=1#y`;
	const { items } = await notify(trigger(), idPedido, { changes: { urlLeitura } });
	expect(items).toMatchObject([{ idPedido }]);
	expect(at.hub.log.at(-1)).toMatchObject({ rawUrl: `/api/v1/orders/${idPedido}` });
});

test('a slash may stand behind the ID', async () => {
	const { idPedido } = at.hub.createOrder();
	const urlLeitura = `${at.hub.url}/v1/orders/${idPedido}/`;
	const { items } = await notify(trigger(), idPedido, { changes: { urlLeitura } });
	expect(items).toMatchObject([{ idPedido }]);
});

test.each([
	['an example', '8a4f1c36-2f0e-4a53-9d0c-3b8f6f0f5a10', true],
	['nobody: it was never saved in the editor', undefined, true],
	['its own', '0b8c4a52-6c1f-4a0e-9d54-0f1f6a3c2b71', false],
])(
	'with the address of %s the workflow starts (webhook ID %s, with a warning: %s)',
	async (_of, webhookId, warns) => {
		const workflow = trigger();
		Object.assign(workflow.getNode('Trigger')!, { webhookId });
		await expect(at.n8n.webhookMethod(workflow, 'Trigger', 'create')).resolves.toBe(true);
		const run = await at.n8n.execute(workflow, 'Trigger', [[{ json: { id: 1 } }]], {
			mode: 'webhook',
		});
		const hints = run.run.data.resultData.runData.Trigger?.[0]?.hints ?? [];
		expect(
			hints
				.map(({ message }) => message)
				.join()
				.includes('Others may know the address'),
		).toBe(warns);
		expect(run.json('Trigger')).toEqual([{ id: 1 }]);
	},
);
