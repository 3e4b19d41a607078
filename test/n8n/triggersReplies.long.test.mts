import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { webhookUrl, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { startHub } from '../hub/index.mts';
import { server, storeCredential, useN8n } from './session.mts';
import {
	allEnded,
	fault,
	notificationOf,
	ordersIn,
	send,
	startedExecutions,
	triggerWorkflow,
} from './triggersSupport.mts';

const { hub, n8n, credential: own } = await useN8n();
let credential = own;

describe('the webhook in a real n8n', () => {
	const workflows: Workflow[] = [];

	const publish = async (
		...[parameters, more]: Partial<
			[Parameters<typeof triggerWorkflow>[3], Parameters<typeof triggerWorkflow>[4]]
		>
	) => {
		const workflow = await triggerWorkflow(
			n8n,
			'marketplaceHubTrigger',
			credential,
			parameters,
			more,
		);
		workflows.push(workflow);
		await n8n.publish(workflow);
		return { workflow, url: webhookUrl(server.url, workflow.nodes[0]!) };
	};

	afterEach(() => {
		credential = own;
	});
	afterAll(async () => {
		for (const workflow of workflows) await n8n.deleteWorkflow(workflow);
	});

	describe('whatever body n8n is sent', () => {
		let url: string;
		let workflow: Workflow;
		beforeAll(async () => {
			({ url, workflow } = await publish());
		});

		const json = 'application/json';
		const half = '{"id": 1, "urlLeitura": "http';
		test.each<[string, string | Buffer, Record<string, string>]>([
			['nothing', '', {}],
			['nothing, as JSON', '', { 'content-type': json }],
			['malformed JSON', half, { 'content-type': json }],
			['malformed JSON with a charset', half, { 'content-type': `${json}; charset=utf-8` }],
			['JSON in an unknown charset', '{}', { 'content-type': `${json}; charset=klingon` }],
			[
				'JSON in UTF-16',
				Buffer.from('{"id":1}', 'utf16le'),
				{ 'content-type': `${json}; charset=utf-16le` },
			],
			['a list', '[1,2]', { 'content-type': json }],
			['text', 'hello', { 'content-type': 'text/plain' }],
			['a form', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
			['a broken form', '%%%=%', { 'content-type': 'application/x-www-form-urlencoded' }],
			['malformed XML', '<a><b></a>', { 'content-type': 'application/xml' }],
			['XML', '<a>1</a>', { 'content-type': 'text/xml' }],
			[
				'multipart',
				'--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n',
				{ 'content-type': 'multipart/form-data; boundary=x' },
			],
			['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
			[
				'multipart that ends early',
				'--x\r\nContent-Disp',
				{ 'content-type': 'multipart/form-data; boundary=x' },
			],
			['gzip', gzipSync('{"id":5}'), { 'content-type': json, 'content-encoding': 'gzip' }],
			['gzip that is none', '{"id":5}', { 'content-type': json, 'content-encoding': 'gzip' }],
			['an unknown encoding', '{"id":5}', { 'content-type': json, 'content-encoding': 'br' }],
			['bytes', Buffer.from([0, 255, 254, 128]), { 'content-type': 'application/octet-stream' }],
			['no content type', '{"id":5}', {}],
			['an odd content type', '{"id":5}', { 'content-type': ';;;=;charset' }],
			[
				'a megabyte',
				JSON.stringify({ id: 1, extra: 'x'.repeat(1_000_000) }),
				{ 'content-type': json },
			],
			[
				'a megabyte of brackets',
				'['.repeat(500_000) + ']'.repeat(500_000),
				{ 'content-type': json },
			],
			['more than n8n takes', Buffer.alloc(20_000_000, 97), { 'content-type': json }],
		])('%s: 200 with both fields', async (_name, body, headers) => {
			expect(fault(await send(url, body, headers))).toBeUndefined();
		});

		test('all of them have started the workflow, with the reason', async () => {
			const executions = await allEnded(n8n, workflow, 24);
			expect(executions).toHaveLength(24);
			for (const { status, items } of executions) {
				expect(status).toBe('success');
				expect(items).toEqual([{ notification: expect.any(Object), reason: expect.any(String) }]);
			}
		});

		test.each(['9007199254740993', '999999999999999999'])(
			'an id as large as %s comes back digit for digit, as JSON',
			async (id) => {
				const reply = await request(url, {
					method: 'POST',
					body: JSON.stringify(notificationOf(hub, id)),
					headers: { 'content-type': json },
				});
				expect(reply.headers['content-type']).toContain(json);
				expect(await reply.body.text()).toBe(`{"idInterno":${id},"status":"novo"}`);
			},
		);
	});

	test.each([401, 404, 429, 500])(
		'a hub that answers %d: 200 with both fields, the order comes as a notification',
		async (status) => {
			// an account of its own: one whose tokens are refused is left alone for a minute
			const other = await startHub();
			credential = await storeCredential(n8n, other);
			const { url, workflow } = await publish({ settings: { readTimeLimit: 1 } });
			const { idPedido } = other.createOrder();
			other.faults.add({
				endpoint: 'orderGet',
				kind: 'status',
				status,
				times: 50,
				headers: { 'Retry-After': '1' },
			});
			const reply = await send(url, JSON.stringify(notificationOf(other, idPedido)));
			expect(fault(reply)).toBeUndefined();
			expect(reply.json?.idInterno).toBe(idPedido);
			expect(await allEnded(n8n, workflow, 1)).toMatchObject([
				{ status: 'success', items: [{ idPedido: String(idPedido), reason: expect.any(String) }] },
			]);
			expect(other.state.queue.has(idPedido)).toBe(true);
			await other.stop();
		},
	);

	test('a hub that is late or out of reach does not delay the reply', async () => {
		const late = await startHub({ latency: 10_000 });
		const gone = await startHub();
		await gone.stop();
		for (const other of [late, gone]) {
			credential = await storeCredential(n8n, other);
			const { url } = await publish({ settings: { readTimeLimit: 1 } });
			const reply = await send(url, JSON.stringify(notificationOf(other, 100001)));
			expect(fault(reply)).toBeUndefined();
			expect(reply.milliseconds).toBeLessThan(5_000);
		}
		await late.stop();
	});

	test('a workflow that fails, with any setting of On Error, changes nothing about the reply', async () => {
		const next = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'no' } };
		for (const onError of [
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		] as const) {
			const { url, workflow } = await publish({}, { next: { ...next, onError } });
			const { idPedido } = hub.createOrder();
			const reply = await send(url, JSON.stringify(notificationOf(hub, idPedido)));
			expect(reply).toMatchObject({ status: 200, json: { idInterno: idPedido, status: 'novo' } });
			expect(ordersIn(await allEnded(n8n, workflow, 1))).toEqual([idPedido]);
			await waitFor(() => !hub.state.queue.has(idPedido), {
				what: `order ${idPedido} to be acknowledged`,
			});
		}
	});

	test('only a wrong secret or a foreign address is turned away', async () => {
		const { url, workflow } = await publish({
			settings: { secret: 'open sesame', allowedIps: '127.0.0.0/8, ::1' },
		});
		const body = JSON.stringify(notificationOf(hub, hub.createOrder().idPedido));
		expect((await send(url, body)).status).toBe(403);
		expect((await send(`${url}?secret=x`, half())).status).toBe(403);
		expect(fault(await send(`${url}?secret=open%20sesame`, body))).toBeUndefined();
		const foreign = await publish({ settings: { allowedIps: '203.0.113.7' } });
		expect((await send(foreign.url, body)).status).toBe(403);
		expect(await allEnded(n8n, workflow, 1)).toHaveLength(1);
		expect(await startedExecutions(n8n, foreign.workflow)).toEqual([]);
	});
});

const half = () => '{"id":';
