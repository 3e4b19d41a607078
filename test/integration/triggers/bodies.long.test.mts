import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { call, notificationOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, trigger } = setupTrigger('marketplaceHubTrigger', { prefix: '/api' });

/* Whatever is sent. */

const check = async (body: string, request = {}) => {
	const workflow = trigger({ settings: { readTimeLimit: 1 } });
	const { status, reply, items } = await call(at.n8n, workflow, body, request);
	const { idInterno, status: said } = reply;
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
	['16 MB of brackets', '['.repeat(16_000_000)],
	['900,000 keys', `{${Array.from({ length: 900_000 }, (_, key) => `"${key}":1`).join()}}`],
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
	['{"id":1,"extra":"kept"}', { id: 1, extra: 'kept' }],
	['{"id":1,"extra":[]}', { id: 1, body: '{"id":1,"extra":[]}' }],
	['{"id":1,"length":0,"extra":{}}', { id: 1, body: '{"id":1,"length":0,"extra":{}}' }],
])('%s is passed on as text if its fields are not plain values', async (body, notification) => {
	expect(await check(body)).toMatchObject([{ notification }]);
});

test('a body with thousands of nested lists is passed on', async () => {
	const body = `{"id":1,"lists":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
	expect(await check(body)).toMatchObject([{ notification: { id: 1, body } }]);
});

test('a body too large for a notification is not parsed', async () => {
	const { idPedido } = at.hub.createOrder();
	const notification = notificationOf(at.hub, idPedido, { extra: 'x'.repeat(64 * 1024) });
	const [item] = (await check(JSON.stringify(notification))) ?? [];
	expect(item).toMatchObject({
		notification: { body: expect.stringContaining('"urlLeitura"') as unknown },
		reason: expect.stringContaining('not a notification of the hub') as unknown,
	});
	expect(at.hub.log).toEqual([]);
});

test('the id of the reply comes from the best source available', async () => {
	const replyTo = async (body: object) => (await call(at.n8n, trigger(), body)).reply.idInterno;
	expect(await replyTo(notificationOf(at.hub, 4711, { dominio: 'outro' }))).toBe(4711);
	expect(await replyTo({ id: 12, urlLeitura: 'https://elsewhere.example/v1/orders/77' })).toBe(77);
	expect(await replyTo({ id: 12, urlLeitura: 'x' })).toBe(12);
	expect(await replyTo({ id: '00012' })).toBe(12);
	for (const id of [0, -3, 1.5, 1e30, 'abc', null, [], '9'.repeat(19)])
		expect(await replyTo({ id })).toBe(1);
});

test('unreadable parameters count as not set, but without the one that admits callers no order is read', async () => {
	const broken = '={{ (() => { throw new Error("broken") })() }}';
	const notification = notificationOf(at.hub, at.hub.createOrder().idPedido);
	const told = async (parameters: INodeParameters) =>
		await call(at.n8n, trigger(parameters), notification);
	for (const name of ['fallbackStatus', 'readTimeLimit', 'duplicateWindow'])
		expect((await told({ settings: { [name]: broken } })).items, name).toHaveLength(1);
	for (const name of ['orderDetails', 'acknowledgement', 'filters'])
		expect((await told({ [name]: broken })).items, name).toHaveLength(1);
	at.hub.clearLog();
	for (const allowedIps of [broken, '={{ "" }}', '={{ $json.gone }}'])
		expect(await told({ settings: { allowedIps } })).toMatchObject({
			status: 200,
			items: [{ reason: expect.stringMatching(/could not be read/) as unknown }],
		});
	expect(at.hub.log).toEqual([]);
});

test('a call with an unreadable body, or without a credential, is answered', async () => {
	const workflow = trigger();
	const readRawBody = async () => await Promise.reject(new Error('aborted'));
	const unread = await call(at.n8n, workflow, '', { readRawBody });
	expect(unread.reply).toEqual({ idInterno: 1, status: 'novo' });
	workflow.getNode('Trigger')!.credentials = {};
	const outcome = await call(at.n8n, workflow, { urlLeitura: `${at.hub.url}/v1/orders/5` });
	expect(outcome).toMatchObject({
		status: 200,
		reply: { idInterno: 5, status: 'novo' },
		items: [{ reason: expect.any(String) }],
	});
});

test('random bodies are answered and emitted', async () => {
	const text = fc.oneof(
		fc.json(),
		fc.string({ unit: 'binary' }),
		fc.webUrl(),
		fc.string({ maxLength: 5_000 }),
	);
	const fields = fc.record(
		{
			id: fc.anything(),
			urlLeitura: fc.oneof(fc.webUrl(), fc.anything()),
			urlConfirmacaoLeitura: fc.anything(),
		},
		{ requiredKeys: [] },
	);
	const inJson = fields.map((value) => {
		try {
			return JSON.stringify(value) ?? '';
		} catch {
			return '';
		}
	});
	await fc.assert(
		fc.asyncProperty(fc.oneof(text, inJson), async (sent) => void (await check(sent))),
		{ numRuns: 200 },
	);
});
