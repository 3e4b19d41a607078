import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { deleteFolder } from '../../server/deleteFolder.mts';
import { freePort, isPortFree } from '../../server/ports.mjs';
import { projectRoot } from '../../server/install.mjs';
import { waitFor } from '../../server/wait.mts';

export interface DemoPlace {
	hubPort: number;
	n8nPort: number;
	/** Where n8n keeps its database. */
	home: string;
}

/** Free ports, and a folder that is deleted with the test. */
export async function freshPlace(): Promise<DemoPlace> {
	const home = mkdtempSync(join(tmpdir(), 'demo-home-'));
	onTestFinished(async () => await deleteFolder(home));
	return { hubPort: await freePort(), n8nPort: await freePort(), home };
}

/** A program that starts the demo, in a process of its own. */
export function startProgram(
	{ hubPort, n8nPort, home }: DemoPlace,
	program: string,
	...args: string[]
) {
	const ports = { HUB_PORT: String(hubPort), N8N_PORT: String(n8nPort) };
	const env = { ...process.env, ...ports, DEMO_HOME: home };
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
}

export type Demo = ReturnType<typeof startProgram>;

export async function isUp({ child, output }: Demo): Promise<void> {
	await waitFor(() => output().includes('Ctrl-C ends everything') || child.exitCode !== null, {
		what: 'the demo to be up',
		timeout: 180_000,
	});
}

/** The password of n8n's owner, as the demo prints it. */
export const printedPassword = (output: string) => /Password +(\S+)/.exec(output)?.[1] ?? '';

/** The demo has told what happens to its first order, and older ones stay in the queue. */
export function expectOrderStepByStep(output: string): void {
	expect(output).toMatch(/1\. Order \d+ created/);
	expect(output).toMatch(
		/2\. The hub called .* answered 200 with \{"idInterno":\d+,"status":"novo"\}/,
	);
	expect(output).toMatch(/3\. Workflow execution \d+ succeeded/);
	expect(output).toMatch(/4\. .* has left the hub's queue \(5 older ones/);
}

/** What the demo suggests: New order in the panel, whose seed is that of `npm run hub`. */
export async function expectNewOrderFlowsThrough(hubPort: number): Promise<void> {
	const hub = `http://127.0.0.1:${hubPort}`;
	const json = async (path: string) => (await (await fetch(hub + path)).json()) as never;
	expect(await (await fetch(hub)).text()).toContain('New order');
	expect(await json('/_hub')).toMatchObject({ products: 20, queue: 5, fiscalDocuments: 12 });
	await fetch(`${hub}/_panel/orders`, { method: 'POST', headers: { origin: hub } });
	await waitFor(async () => ((await json('/_hub/deliveries')) as unknown[]).length === 2, {
		what: "the hub to call the demo's webhook",
	});
	expect(await json('/_hub/deliveries')).toMatchObject([{ accepted: true }, { accepted: true }]);
	await waitFor(async () => ((await json('/_hub')) as { queue: number }).queue === 5, {
		what: 'the new order to be acknowledged',
	});
}

export async function expectAllEnded(ports: Pick<DemoPlace, 'hubPort' | 'n8nPort'>): Promise<void> {
	expect(await isPortFree(ports.hubPort)).toBe(true);
	expect(await isPortFree(ports.n8nPort)).toBe(true);
}
