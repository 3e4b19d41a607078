import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';
import { freePort, isPortFree } from '../server/ports.mjs';
import { waitFor } from '../server/wait.mts';

describe('npm start', () => {
	let hubPort: number;
	let n8nPort: number;

	beforeEach(async () => {
		hubPort = await freePort();
		n8nPort = await freePort();
	});

	const start = (program: string, ...args: string[]) => {
		const env = { ...process.env, HUB_PORT: String(hubPort), N8N_PORT: String(n8nPort) };
		const child = spawn(program, args, {
			cwd: projectRoot,
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		child.stdout.on('data', (text: Buffer) => (output += text.toString()));
		child.stderr.on('data', (text: Buffer) => (output += text.toString()));
		const ended = once(child, 'close').then(([code]) => code as number | null);
		return { child, ended, output: () => output };
	};

	const expectAllEnded = async () => {
		expect(await isPortFree(hubPort)).toBe(true);
		expect(await isPortFree(n8nPort)).toBe(true);
	};

	test('--once lets an order flow through and tells each step', async () => {
		const { ended, output } = start('npm', 'start', '--', '--once');
		expect(await ended, output()).toBe(0);
		expect(output()).toMatch(/1\. Order \d+ created/);
		expect(output()).toMatch(
			/2\. The hub called .* answered 200 with \{"idInterno":\d+,"status":"novo"\}/,
		);
		expect(output()).toMatch(/3\. Workflow execution \d+ succeeded/);
		expect(output()).toMatch(/4\. .* queue: 0/);
		await expectAllEnded();
	});

	test("stays up with the editor's address and login, and ends at Ctrl-C", async () => {
		const { child, ended, output } = start(process.execPath, 'test/demo/main.mjs');
		await waitFor(() => output().includes('Ctrl-C ends everything') || child.exitCode !== null, {
			what: 'the demo to be up',
			timeout: 90_000,
		});
		expect(output()).toContain(`http://127.0.0.1:${n8nPort}/workflow/`);
		expect(output()).toMatch(/Password +\S+/);
		expect(await isPortFree(n8nPort)).toBe(false);
		child.kill('SIGINT');
		expect(await ended, output()).toBe(0);
		await expectAllEnded();
	});

	test('says which port is in use and how to choose another', async () => {
		const blocker = createServer().listen(hubPort, '127.0.0.1');
		await once(blocker, 'listening');
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toMatch(new RegExp(`Port ${hubPort}.*in use.*HUB_PORT=`));
		blocker.close();
	});

	test('says that a port is no port', async () => {
		hubPort = 70_000;
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toContain('HUB_PORT is "70000"');
	});
});
