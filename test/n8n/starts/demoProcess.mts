import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../server/install.mjs';
import { waitFor } from '../../server/wait.mts';

export interface DemoPlace {
	hubPort: number;
	n8nPort: number;
	/** Where n8n keeps its database. */
	home: string;
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
