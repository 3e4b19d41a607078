import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookUrl, type Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { server, stopNode, storeCredential, useN8n } from './session.mts';
import {
	allEnded,
	fault,
	notificationOf,
	ordersIn,
	send,
	startedExecutions,
	triggerWorkflow,
} from './triggersSupport.mts';

const { hub, n8n, credential } = await useN8n();

describe('the webhook in a real n8n', () => {
	const workflows: Workflow[] = [];

	const publish = async (
		parameters?: Parameters<typeof triggerWorkflow>[3],
		more?: Parameters<typeof triggerWorkflow>[4],
		own = credential,
	) => {
		const type = 'marketplaceHubTrigger';
		const workflow = await triggerWorkflow(n8n, type, own, parameters, more);
		workflows.push(workflow);
		await n8n.publish(workflow);
		return { workflow, url: webhookUrl(server.url, workflow.nodes[0]!) };
	};

	afterAll(async () => {
		for (const workflow of workflows) await n8n.deleteWorkflow(workflow);
	});

	describe('any body that n8n gets', () => {
		let url: string;
		let workflow: Workflow;
		beforeAll(async () => {
			({ url, workflow } = await publish());
		});

		const json = 'application/json';
		const half = '{"id": 1, "urlLeitura": "http';
		const multipart = 'multipart/form-data';
		const part = '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n';
		test.each<[string, string | Buffer, type?: string, encoding?: string]>([
			['nothing', ''],
			['nothing, as JSON', '', json],
			['malformed JSON', half, json],
			['malformed JSON with a charset', half, `${json}; charset=utf-8`],
			['JSON in an unknown charset', '{}', `${json}; charset=klingon`],
			['JSON in UTF-16', Buffer.from('{"id":1}', 'utf16le'), `${json}; charset=utf-16le`],
			['a list', '[1,2]', json],
			['text', 'hello', 'text/plain'],
			['a form', 'a=1&b=2', 'application/x-www-form-urlencoded'],
			['a broken form', '%%%=%', 'application/x-www-form-urlencoded'],
			['malformed XML', '<a><b></a>', 'application/xml'],
			['XML', '<a>1</a>', 'text/xml'],
			['multipart', part, `${multipart}; boundary=x`],
			['multipart without a boundary', 'x', multipart],
			['multipart that ends early', part.slice(0, 17), `${multipart}; boundary=x`],
			['gzip', gzipSync('{"id":5}'), json, 'gzip'],
			['gzip that is none', '{"id":5}', json, 'gzip'],
			['an unknown encoding', '{"id":5}', json, 'br'],
			['bytes', Buffer.from([0, 255, 254, 128]), 'application/octet-stream'],
			['no content type', '{"id":5}'],
			['an odd content type', '{"id":5}', ';;;=;charset'],
			['a megabyte', JSON.stringify({ id: 1, extra: 'x'.repeat(1_000_000) }), json],
			['a megabyte of brackets', '['.repeat(500_000) + ']'.repeat(500_000), json],
			['more than n8n takes', Buffer.alloc(20_000_000, 97), json],
		])('%s: a reply of 200 with both fields', async (_name, body, type, encoding) => {
			const headers = {
				...(type !== undefined && { 'content-type': type }),
				...(encoding !== undefined && { 'content-encoding': encoding }),
			};
			expect(fault(await send(url, body, headers))).toBeUndefined();
		});

		test('each body has started the workflow, with the reason', async () => {
			const executions = await allEnded(n8n, workflow, 24);
			expect(executions).toHaveLength(24);
			for (const { status, items } of executions) {
				expect(status).toBe('success');
				expect(items).toEqual([{ notification: expect.any(Object), reason: expect.any(String) }]);
			}
		});
	});

	test('a list of 40 is answered once about the first order, and all are one execution, which acknowledges each once', async () => {
		const { url, workflow } = await publish({ acknowledgement: 'onReceipt' });
		const ids = Array.from({ length: 40 }, () => hub.createOrder().idPedido);
		const list = ids.map((idPedido) => notificationOf(hub, idPedido));
		const reply = await send(url, JSON.stringify(list));
		expect(reply).toMatchObject({ status: 200, json: { idInterno: ids[0], status: 'novo' } });
		expect(reply.milliseconds).toBeLessThan(6_000);
		const [execution, ...others] = await allEnded(n8n, workflow, 1);
		expect(others).toEqual([]);
		expect(execution).toMatchObject({ status: 'success' });
		expect(ordersIn([execution!])).toEqual(ids);
		await waitFor(() => ids.every((idPedido) => !hub.state.queue.has(idPedido)), {
			what: 'all orders to be acknowledged',
		});
		const acknowledged = hub.state.acknowledgements.map(({ idPedido }) => idPedido);
		expect(acknowledged.filter((idPedido) => ids.includes(idPedido)).sort()).toEqual(ids);
	});

	test('all orders of a list leave the queue on receipt, also if the workflow fails at one', async () => {
		const { url, workflow } = await publish({}, { next: [stopNode('no')] });
		const ids = Array.from({ length: 3 }, () => hub.createOrder().idPedido);
		const list = [...ids.map((idPedido) => notificationOf(hub, idPedido)), null];
		expect(fault(await send(url, JSON.stringify(list)))).toBeUndefined();
		const executions = await allEnded(n8n, workflow, 1);
		expect(executions).toMatchObject([{ status: 'error' }]);
		expect(executions[0]!.items).toHaveLength(4);
		await waitFor(() => ids.every((idPedido) => !hub.state.queue.has(idPedido)), {
			what: 'all orders to be acknowledged',
		});
	});

	test('a workflow that fails does not change the reply, with any setting of On Error', async () => {
		for (const onError of [
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		] as const) {
			const { url, workflow } = await publish({}, { next: [{ ...stopNode('no'), onError }] });
			const { idPedido } = hub.createOrder();
			const reply = await send(url, JSON.stringify(notificationOf(hub, idPedido)));
			expect(reply).toMatchObject({ status: 200, json: { idInterno: idPedido, status: 'novo' } });
			expect(ordersIn(await allEnded(n8n, workflow, 1))).toEqual([idPedido]);
			await waitFor(() => !hub.state.queue.has(idPedido), {
				what: `order ${idPedido} to be acknowledged`,
			});
		}
	});

	test('only a wrong secret or a foreign address is refused', async () => {
		const guarded = await storeCredential(n8n, hub, { webhookSecret: 'open sesame' });
		const settings = { allowedIps: '127.0.0.0/8, ::1' };
		const { url, workflow } = await publish({ settings }, {}, guarded);
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
