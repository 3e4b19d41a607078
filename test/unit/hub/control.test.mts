import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FullOrder } from '../../hub/index.mts';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ clock: 'manual', prefix: '/api' });
const control = (method: string, path: string, body?: unknown) =>
	t.client.call(method, `/_hub${path}`, { body });

describe('control endpoints', () => {
	it('need no tokens and are not in the log', async () => {
		t.hub.clearLog();
		const { status, json } = await t.client.get('/_hub', {
			headers: { 'app-token': undefined, authorization: undefined },
		});
		expect(status).toBe(200);
		expect(json).toMatchObject({
			url: t.hub.url,
			appToken: 'homologacao',
			products: 10,
			contractViolations: [],
		});
		expect(t.hub.log).toEqual([]);
		await t.client.get('/v1/ping');
		expect((await control('GET', '/log')).json).toMatchObject([{ path: '/v1/ping', status: 200 }]);
	});

	it('create and change orders as the marketplace would', async () => {
		const created = await control('POST', '/orders', { partial: { cliente: { nome: 'Fulana' } } });
		expect(created).toMatchObject({
			status: 201,
			json: { status: 'novo', cliente: { nome: 'Fulana' } },
		});
		const { idPedido } = created.json as FullOrder;
		expect(t.hub.state.queue.has(idPedido)).toBe(true);
		const changed = await control('PUT', `/orders/${idPedido}`, { changes: { status: 'enviado' } });
		expect(changed).toMatchObject({
			status: 200,
			json: { status: 'enviado', cliente: { nome: 'Fulana' } },
		});
		expect((await control('POST', '/orders')).status).toBe(201);
		expectRefusal(await control('PUT', '/orders/1', {}), 404);
	});

	it('configure the webhook and show deliveries', async () => {
		const receiver = createServer((_request, response) =>
			response.end('{"idInterno":1,"status":"novo"}'),
		);
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
		expectRefusal(await control('POST', '/webhook', { url: 'nada' }), 400);
		expect(
			await control('POST', '/webhook', { url, automaticAcknowledgement: true }),
		).toMatchObject({
			status: 200,
			json: { webhook: { active: true } },
		});
		await control('POST', '/orders', {});
		await t.hub.webhook.settled();
		expect((await control('GET', '/deliveries')).json).toMatchObject([
			{ accepted: true, status: 200 },
		]);
		receiver.closeAllConnections();
		receiver.close();
		await control('POST', '/orders', {});
		await t.hub.webhook.settled();
		expect((await control('GET', '')).json).toMatchObject({ webhook: { active: false } });
		expect((await control('POST', '/webhook/reactivate')).json).toMatchObject({
			webhook: { active: true },
		});
	});

	it('arm and clear faults, move the clock', async () => {
		expect((await control('POST', '/faults', { kind: 'status', status: 503 })).status).toBe(204);
		expectRefusal(await t.client.get('/v1/ping'), 503);
		await control('POST', '/faults', { kind: 'status', status: 503 });
		expect((await control('DELETE', '/faults')).status).toBe(204);
		expect((await t.client.get('/v1/ping')).status).toBe(200);
		const before = t.hub.clock.now();
		expect((await control('POST', '/clock', { advance: 1000 })).status).toBe(200);
		expect(t.hub.clock.now()).toBe(before + 1000);
		expectRefusal(await control('POST', '/clock', {}), 400);
		expectRefusal(await t.client.call('POST', '/_hub/faults', { raw: '{' }), 400);
		expectRefusal(await control('GET', '/nada'), 404);
	});

	it('reset to the start', async () => {
		await t.client.delete('/v1/products/CANECA-1');
		expect(t.hub.state.products.size).toBe(9);
		expect((await control('POST', '/reset')).json).toMatchObject({
			products: 10,
			orders: 0,
			queue: 0,
			requests: 0,
		});
		expect(t.hub.state.products.has('CANECA-1')).toBe(true);
		expect((await t.client.get('/v1/products/CANECA-1')).status).toBe(200);
	});
});

describe('npm run hub', () => {
	const root = fileURLToPath(new URL('../../../', import.meta.url));
	const start = (port: string) =>
		spawn(process.execPath, ['--import', 'tsx', 'test/hub/start.mts'], {
			cwd: root,
			env: { ...process.env, HUB_PORT: port },
		});
	const text = (stream: NodeJS.ReadableStream): Promise<string> =>
		new Promise((resolve) => stream.once('data', (chunk: Buffer) => resolve(chunk.toString())));
	const ended = (child: ReturnType<typeof start>): Promise<number | null> =>
		new Promise((resolve) => child.once('exit', (code) => resolve(code)));

	it('says one line, serves demo data, ends when it is told to', async () => {
		const child = start('0');
		const line = await text(child.stdout);
		expect(line.trim().split('\n')).toHaveLength(1);
		const url = /base URL (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1] as string;
		expect(line).toMatch(/App-Token homologacao/);
		const summary = (await (await fetch(`${url}/_hub`)).json()) as Record<string, unknown>;
		const held = { products: 20, orders: 24, queue: 5, fiscalDocuments: 12 };
		expect(summary).toMatchObject({ url, ...held });
		expect(line).toContain(summary.apiKey as string);
		expect(line).toContain(summary.secretKey as string);
		const end = ended(child);
		child.kill('SIGTERM');
		expect(await end).toBe(0);
	});

	it('says so when the port is in use', async () => {
		const { port } = new URL(t.hub.url);
		const child = start(port);
		const [message, code] = await Promise.all([text(child.stderr), ended(child)]);
		expect(message).toContain(`Port ${port} is in use`);
		expect(code).toBe(1);
	});
});
