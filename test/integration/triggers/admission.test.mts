import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { call, notificationOf, queueOf, triggerWorkflow } from '../../support/triggers.mts';
import { setup, type Setup } from '../../support/setup.mts';

let current: Setup;
beforeEach(async () => {
	current = await setup({ prefix: '/api' });
});
const trigger = (settings = {}, parameters = {}) =>
	triggerWorkflow(current.n8n, 'marketplaceHubTrigger', { settings, ...parameters });

describe('who is listened to', () => {
	const allowedIps = '203.0.113.7, 198.51.100.0/24; 2001:db8::/33\n::1';

	test.each([
		['203.0.113.7', 200],
		['::ffff:203.0.113.7', 200],
		['203.0.113.8', 403],
		['198.51.100.255', 200],
		['198.51.101.0', 403],
		['2001:db8:7fff::1', 200],
		['2001:db8:8000::1', 403],
		['::1', 200],
		['::2', 403],
		['127.0.0.1', 403],
		['::ffff:c633:6401', 200],
		['', 403],
		['not an address', 403],
		['fe80::1%eth0', 403],
	])('a call from %s is answered %d', async (ip, status) => {
		const { hub, n8n } = current;
		const outcome = await call(
			n8n,
			trigger({ allowedIps }),
			notificationOf(hub, hub.createOrder().idPedido),
			{ ip },
		);
		expect(outcome.status).toBe(status);
		expect(outcome.items === undefined).toBe(status === 403);
	});

	test.each([
		['right', { secret: 'open sesame' }, 200],
		['missing', {}, 403],
		['wrong', { secret: 'open sesam' }, 403],
		['empty', { secret: '' }, 403],
		['a list', { secret: ['open sesame'] }, 403],
		['an object', { secret: { toString: 'open sesame' } }, 403],
	])('with a secret set, a call whose secret is %s', async (_name, query, status) => {
		const { hub, n8n } = current;
		const outcome = await call(
			n8n,
			trigger({ secret: 'open sesame' }),
			notificationOf(hub, hub.createOrder().idPedido),
			{ query: query as never },
		);
		expect(outcome.status).toBe(status);
		expect(outcome.items === undefined).toBe(status === 403);
		if (status === 403) expect(hub.log).toEqual([]);
	});

	test('an entry of the allow-list that matches nothing holds up publishing, by its name', async () => {
		const { n8n } = current;
		const publish = async (list: string) =>
			await n8n.webhookMethod(trigger({ allowedIps: list }), 'Trigger', 'checkExists');
		await expect(publish('203.0.113.7, 10.0.0.0/33')).rejects.toThrow("'10.0.0.0/33'");
		await expect(publish('localhost')).rejects.toThrow("'localhost'");
		await expect(publish(allowedIps)).resolves.toBe(true);
		await expect(publish('')).resolves.toBe(true);
	});
});

describe('addresses in a notification', () => {
	let calls: string[] = [];
	const other = createServer((request, response) => {
		calls.push(`${request.method} ${request.url}`);
		response.end('{}');
	});
	let otherUrl: string;
	beforeAll(async () => {
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
	});
	afterAll(() => void other.close());

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

	test.each(forged)(
		'%s as urlLeitura: nobody is called, neither the hub nor the other',
		async (_name, address) => {
			const { hub, n8n } = current;
			calls = [];
			const urlLeitura = address(hub.url, otherUrl);
			const notification = notificationOf(hub, 1, { urlLeitura });
			const { status, reply, items } = await call(n8n, trigger(), notification);
			expect(status).toBe(200);
			expect(reply).toEqual({ idInterno: expect.any(Number), status: 'novo' });
			expect(items).toEqual([
				{ notification, reason: expect.stringContaining('not that of an order of this hub') },
			]);
			expect(hub.log).toEqual([]);
			expect(calls).toEqual([]);
		},
	);

	test('urlConfirmacaoLeitura is never called, whatever it says', async () => {
		const { hub, n8n } = current;
		calls = [];
		const order = hub.createOrder();
		const outcome = await call(
			n8n,
			trigger(),
			notificationOf(hub, order.idPedido, {
				urlConfirmacaoLeitura: `${otherUrl}/v1/orders/queue/${order.idPedido}`,
			}),
		);
		expect(outcome.items).toMatchObject([{ idPedido: order.idPedido }]);
		await queueOf(hub);
		expect(hub.log.map(({ path }) => path)).toEqual([
			'/v1/logistic/auth',
			`/v1/orders/${order.idPedido}`,
			`/v1/orders/queue/${order.idPedido}`,
		]);
		expect(calls).toEqual([]);
	});

	test('a redirect of the hub is not followed', async () => {
		const { hub, n8n } = current;
		calls = [];
		hub.faults.add({
			endpoint: 'orderGet',
			kind: 'status',
			status: 302,
			headers: { Location: `${otherUrl}/x` },
		});
		const { status, items } = await call(
			n8n,
			trigger(),
			notificationOf(hub, hub.createOrder().idPedido),
		);
		expect(status).toBe(200);
		expect(items).toMatchObject([{ reason: expect.stringContaining('302') }]);
		expect(calls).toEqual([]);
	});

	test("other spellings of the hub's own address are read at the Base URL", async () => {
		const { hub, n8n } = current;
		const { idPedido } = hub.createOrder();
		const urlLeitura = `${hub.url.replace('127.0.0.1', '2130706433').replace('http', 'HTTP')}/v1/./orders/${idPedido}?x=1#y`;
		expect(
			(await call(n8n, trigger(), notificationOf(hub, idPedido, { urlLeitura }))).items,
		).toMatchObject([{ idPedido }]);
		expect(hub.log.at(-1)).toMatchObject({ rawUrl: `/api/v1/orders/${idPedido}` });
	});
});

describe('whatever is sent', () => {
	const check = async (body: string, request = {}) => {
		const { status, reply, items } = await call(
			current.n8n,
			trigger({ readTimeLimit: 1 }),
			body,
			request,
		);
		const { idInterno, status: said } = 'text' in reply ? JSON.parse(String(reply.text)) : reply;
		expect(status).toBe(200);
		expect(idInterno).toEqual(expect.any(Number));
		expect(idInterno).toBeGreaterThanOrEqual(1);
		expect(said).toBe('novo');
		expect(JSON.stringify(items).length).toBeLessThan(40_000);
		return items;
	};

	test.each([
		['nothing', ''],
		['no JSON', '{"id":'],
		['a list', '[{"id":1}]'],
		['a number', '17'],
		['null', 'null'],
		['XML', '<a>1</a>'],
		['a megabyte of letters', 'a'.repeat(1_000_000)],
		['a megabyte of JSON', JSON.stringify({ id: 1, extra: 'x'.repeat(1_000_000) })],
		['a megabyte of brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
		['a megabyte of digits', `{"id":${'9'.repeat(1_000_000)}.5}`],
		['a megabyte of quotes', `1234567890123456${'"\\'.repeat(500_000)}`],
		[
			'wrong types',
			'{"id":{},"dominio":[],"urlLeitura":7,"urlConfirmacaoLeitura":null,"data":false}',
		],
		['a prototype', '{"__proto__":{"urlLeitura":"x"},"constructor":{"prototype":1}}'],
		['half a character', '{"urlLeitura":"\\ud800"}'],
		['zero bytes', '\0'.repeat(100)],
	])('%s is answered and emitted', async (_name, body) => {
		const started = process.cpuUsage();
		expect(await check(body)).toEqual([
			{ notification: expect.any(Object), reason: expect.any(String) },
		]);
		// ms of work, not of waiting for a busy machine
		const { user, system } = process.cpuUsage(started);
		expect((user + system) / 1_000).toBeLessThan(500);
	});

	test.each([
		[18, true],
		[19, false],
		[2_000, false],
	])(
		'a short body with %d lists inside of each other is handed on whole: %s',
		async (depth, whole) => {
			const body = `{"id":1,"extra":{"lists":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
			const [item] = (await check(body)) ?? [];
			expect(item?.notification).toEqual(whole ? JSON.parse(body) : { id: 1, body });
		},
	);

	test('the id of the reply is the best to be had', async () => {
		const { n8n, hub } = current;
		const replyTo = async (body: object) => (await call(n8n, trigger(), body)).reply.idInterno;
		expect(await replyTo(notificationOf(hub, 4711, { dominio: 'outro' }))).toBe(4711);
		expect(await replyTo({ id: 12, urlLeitura: 'https://elsewhere.example/v1/orders/77' })).toBe(
			77,
		);
		expect(await replyTo({ id: 12, urlLeitura: 'x' })).toBe(12);
		expect(await replyTo({ id: '00012' })).toBe(12);
		for (const id of [0, -3, 1.5, 1e30, 'abc', null, [], '9'.repeat(19)])
			expect(await replyTo({ id })).toBe(1);
	});

	test('form fields are read, too', async () => {
		const { n8n, hub } = current;
		const { idPedido } = hub.createOrder();
		const body = new URLSearchParams(
			notificationOf(hub, idPedido) as Record<string, string>,
		).toString();
		expect((await call(n8n, trigger(), body)).items).toMatchObject([{ idPedido }]);
	});

	test('parameters that cannot be read count as not set; only those that admit callers turn away', async () => {
		const { n8n, hub } = current;
		const broken = '={{ (() => { throw new Error("broken") })() }}';
		const notification = notificationOf(hub, hub.createOrder().idPedido);
		const workflow = (settings: object, parameters: object = {}) => trigger(settings, parameters);
		for (const name of ['fallbackStatus', 'readTimeLimit', 'duplicateWindow']) {
			expect(
				(await call(n8n, workflow({ [name]: broken }), notification)).items,
				name,
			).toHaveLength(1);
		}
		for (const name of ['orderDetails', 'acknowledgement', 'filters']) {
			expect(
				(await call(n8n, workflow({}, { [name]: broken }), notification)).items,
				name,
			).toHaveLength(1);
		}
		for (const name of ['secret', 'allowedIps']) {
			expect((await call(n8n, workflow({ [name]: broken }), notification)).status, name).toBe(403);
		}
	});

	test('a call whose body cannot be read, or without any credential, is answered', async () => {
		const { n8n } = current;
		const workflow = trigger();
		const unreadable = {
			readRawBody: async () => {
				throw new Error('aborted');
			},
		};
		expect((await call(n8n, workflow, '', unreadable)).reply).toEqual({
			idInterno: 1,
			status: 'novo',
		});
		workflow.getNode('Trigger')!.credentials = {};
		expect(
			await call(n8n, workflow, { urlLeitura: `${current.hub.url}/v1/orders/5` }),
		).toMatchObject({
			status: 200,
			reply: { idInterno: 5, status: 'novo' },
			items: [{ reason: expect.any(String) }],
		});
	});

	test('a thousand random bodies', async () => {
		const text = fc.oneof(
			fc.json(),
			fc.string({ unit: 'binary' }),
			fc.webUrl(),
			fc.string({ maxLength: 5_000 }),
		);
		const body = fc.oneof(
			text,
			fc
				.record(
					{
						id: fc.anything(),
						urlLeitura: fc.oneof(fc.webUrl(), fc.anything()),
						urlConfirmacaoLeitura: fc.anything(),
					},
					{ requiredKeys: [] },
				)
				.map((value) => {
					try {
						return JSON.stringify(value) ?? '';
					} catch {
						return '';
					}
				}),
		);
		await fc.assert(
			fc.asyncProperty(body, async (sent) => void (await check(sent))),
			{ numRuns: 1_000 },
		);
	});
});
