import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

const t = useHub({ clock: 'manual', prefix: '/api' });

describe('control endpoints', () => {
	it('need no tokens and are not in the log', async () => {
		t.hub.clearLog();
		const headers = { 'app-token': undefined, authorization: undefined };
		const { status, json } = await t.client.get('/_hub', { headers });
		expect(status).toBe(200);
		expect(json).toMatchObject({ url: t.hub.url, appToken: 'homologacao', products: 10 });
		expect((await t.client.get('/_hub/deliveries', { headers })).json).toEqual([]);
		expectRefusal(await t.client.get('/_hub/nada', { headers }), 404);
		expect(t.hub.log).toEqual([]);
	});

	it('show the contract as OpenAPI', async () => {
		expect((await t.client.get('/_hub/openapi.json')).json).toMatchObject({ openapi: '3.1.0' });
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

	it('prints one line, serves demo data and ends on a signal', async () => {
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

	it('reports a port that is in use', async () => {
		const { port } = new URL(t.hub.url);
		const child = start(port);
		const [message, code] = await Promise.all([text(child.stderr), ended(child)]);
		expect(message).toContain(`Port ${port} is in use`);
		expect(code).toBe(1);
	});
});
