import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

const waiting = `
	const { stopSignal } = await import('./test/demo/stopSignal.mts');
	const stop = stopSignal();
	const alive = setInterval(() => {}, 1000);
	console.log('waits');
	await stop;
	clearInterval(alive);
	console.log('ends');
`;
const program = ['--import', 'tsx', '--input-type=module', '--eval', waiting];

describe('the demo ends', () => {
	test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s', async (signal) => {
		const child = spawn(process.execPath, program, { cwd: projectRoot });
		let output = '';
		child.stdout.on('data', (text: Buffer) => (output += text.toString()));
		await once(child.stdout, 'data');
		child.kill(signal);
		expect(await once(child, 'close')).toEqual([0, null]);
		expect(output).toBe('waits\nends\n');
	});

	test('at the end of the process that started it', async () => {
		const starter = `
			const { spawn } = require('node:child_process');
			spawn(process.execPath, ${JSON.stringify(program)}, { stdio: 'inherit' });
		`;
		const parent = spawn(process.execPath, ['--eval', starter], { cwd: projectRoot });
		let output = '';
		parent.stdout.on('data', (text: Buffer) => (output += text.toString()));
		await once(parent.stdout, 'data');
		parent.kill('SIGKILL');
		await once(parent, 'close');
		expect(output).toBe('waits\nends\n');
	});
});
