import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleNames, exampleTitle, tagsOf } from '../../server/examples.mts';
import { isPortFree } from '../../server/ports.mjs';
import {
	N8nRest,
	type Credential,
	type Workflow,
	type WorkflowDefinition,
} from '../../server/rest.mts';
import {
	expectAllEnded,
	expectNewOrderFlowsThrough,
	expectOrderStepByStep,
	freshPlace,
	isUp,
	printedPassword,
	startProgram,
} from './demoProcess.mts';

// a whole n8n starts in one of these, and in those of the night
vi.setConfig({ testTimeout: 240_000 });

describe('npm start', () => {
	let hubPort: number;
	let n8nPort: number;
	let home: string;

	beforeEach(async () => {
		({ hubPort, n8nPort, home } = await freshPlace());
	});

	const start = (program: string, ...args: string[]) =>
		startProgram({ hubPort, n8nPort, home }, program, ...args);

	test("stays up with the editor's address and login until Ctrl-C", async () => {
		const demo = start(process.execPath, 'test/demo/main.mjs');
		const { child, ended, output } = demo;
		await isUp(demo);
		expectOrderStepByStep(output());
		expect(output(), 'leads to where the next order appears').toMatch(
			new RegExp(`http://127.0.0.1:${n8nPort}/workflow/\\w+/executions\n`),
		);
		const password = printedPassword(output());
		expect(statSync(join(home, 'owner-password')).mode & 0o077, 'for its user alone').toBe(0);
		expect(await isPortFree(n8nPort)).toBe(false);

		expect(output()).toContain(`http://127.0.0.1:${hubPort}/\n`);
		expect(output()).toMatch(
			/A second seller's account at http:\S+ \(API Key second-\S+, Secret Key/,
		);
		const [, file = '', anchor] = /README +file:\/\/(\S+)#(\S+)/.exec(output()) ?? [];
		const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
			heading!.toLowerCase().replaceAll(' ', '-'),
		);
		expect(headings).toContain(anchor);

		await expectExamples(password);
		await expectHelp(password);
		await expectEmailInPanel(password);
		expect(output()).toContain(`Files      ${join(home, 'files')} (`);
		await expectFile(password);
		await expectNewOrderFlowsThrough(hubPort);
		child.kill('SIGINT');
		expect(await ended, output()).toBe(0);
		expect(output()).toContain(`Your workflows are kept in ${home}`);
		await expectAllEnded({ hubPort, n8nPort });
	});

	/** All examples are there, with the credential that works and a tag of their own. */
	const expectExamples = async (password: string) => {
		const n8n = new N8nRest(`http://127.0.0.1:${n8nPort}`);
		await n8n.signIn(password);
		const listed = await n8n.request<
			Array<{ id: string; name: string; tags: Array<{ name: string }> }>
		>('GET', '/rest/workflows?includeScopes=false');
		expect(listed).toHaveLength(exampleNames().length);
		for (const { id, name: title, tags } of listed) {
			const example = exampleNames().find((file) => exampleTitle(file) === title)!;
			expect(tags.map(({ name }) => name).sort()).toEqual(
				['Marketplace Hub examples', ...tagsOf(example)].sort(),
			);
			const { nodes } = await n8n.request<WorkflowDefinition>('GET', `/rest/workflows/${id}`);
			for (const node of nodes) {
				const chosen = Object.values(node.credentials ?? {}).map(({ name }) => name);
				expect(chosen, node.type).toEqual(credentialNames(node));
			}
		}
	};

	const credentialNames = ({ type, parameters }: INode) => {
		if (type.startsWith('n8n-nodes-marketplace-hub.')) return ['Local hub'];
		if (type === 'n8n-nodes-base.emailSend') return ['Local mailbox'];
		if (type === 'n8n-nodes-base.n8n' || parameters.nodeCredentialType === 'n8nApi')
			return ['API of this n8n'];
		return type === 'n8n-nodes-base.formTrigger' ? ['Login of the editor'] : [];
	};

	/** n8n's API takes the credential, the panel opens each example, and notes lead to what they name. */
	const expectHelp = async (password: string) => {
		const n8n = new N8nRest(`http://127.0.0.1:${n8nPort}`, home);
		await n8n.signIn(password);
		const listed = await n8n.request<Workflow[]>('GET', '/rest/workflows?includeScopes=false');
		const called = (example: string) =>
			listed.find(({ name }) => name === exampleTitle(example))!.id;
		const panel = await (await fetch(`http://127.0.0.1:${hubPort}/_panel/examples`)).text();
		for (const { id } of listed) expect(panel).toContain(`${n8n.url}/workflow/${id}"`);
		expect(panel).toContain('Run first: Reconcile every morning');
		const read = async (example: string) =>
			await n8n.request<Workflow>('GET', `/rest/workflows/${called(example)}`);
		const shipping = await read('invoice-and-ship');
		const first = `**Run first**: [Reconcile every morning](/workflow/${called('reconcile-orders')})`;
		expect(
			shipping.nodes.some(({ parameters }) => String(parameters.content).includes(first)),
		).toBe(true);
		const { status } = await n8n.run(await read('all-sellers-status'));
		expect(status).toBe('success');
		// n8n's API key goes to this n8n alone
		const credentials = await n8n.request<Credential[]>('GET', '/rest/credentials');
		const api = credentials.find(({ type }) => type === 'n8nApi')!;
		expect(await n8n.storedCredential(api)).toMatchObject({
			...{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' },
		});
		for (const example of ['onboard-seller', 'offboard-seller', 'all-sellers-status']) {
			const { nodes } = await read(example);
			const typed = JSON.stringify(nodes.find(({ name }) => name === 'Address of n8n'));
			expect(typed).toContain(`"value":"${n8n.url}"`);
		}
	};

	/** An example that sends an email ends green, and the panel's mailbox shows it. */
	const expectEmailInPanel = async (password: string) => {
		const n8n = new N8nRest(`http://127.0.0.1:${n8nPort}`, home);
		await n8n.signIn(password);
		const listed = await n8n.request<Workflow[]>('GET', '/rest/workflows?includeScopes=false');
		const { id } = listed.find(({ name }) => name === exampleTitle('reconcile-orders'))!;
		const workflow = await n8n.request<Workflow>('GET', `/rest/workflows/${id}`);
		const { status } = await n8n.run(workflow);
		expect(status).toBe('success');
		const panel = await fetch(`http://127.0.0.1:${hubPort}/_panel/mailbox`);
		expect(await panel.text()).toMatch(/Orders: \d+ missing/);
	};

	/** A step that prints may store its file in the folder that the demo names. */
	const expectFile = async (password: string) => {
		const n8n = new N8nRest(`http://127.0.0.1:${n8nPort}`, home);
		await n8n.signIn(password);
		const fileName = join(home, 'files', 'labels.zpl');
		const steps = [
			['manualTrigger', 1, {}],
			['set', 3.4, { mode: 'raw', jsonOutput: '{ "zpl": "^XA^XZ" }' }],
			['convertToFile', 1.1, { operation: 'toText', sourceProperty: 'zpl' }],
			['readWriteFile', 1, { operation: 'write', fileName }],
		] as const;
		const nodes = steps.map(([type, typeVersion, parameters], place) => ({
			...{ id: type, name: type, type: `n8n-nodes-base.${type}`, typeVersion },
			...{ position: [place * 200, 0] as [number, number], parameters: { ...parameters } },
		}));
		const links = nodes.slice(1).map(({ name }, place) => {
			return [nodes[place]!.name, { main: [[{ node: name, type: 'main' as const, index: 0 }]] }];
		});
		const workflow = { name: 'Store', nodes, connections: Object.fromEntries(links) };
		const { status } = await n8n.run(await n8n.createWorkflow(workflow as WorkflowDefinition));
		expect(status).toBe('success');
		expect(existsSync(fileName)).toBe(true);
	};

	test('names the port that is in use and how to choose another', async () => {
		const blocker = createServer().listen(hubPort, '127.0.0.1');
		await once(blocker, 'listening');
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toMatch(new RegExp(`Port ${hubPort}.*in use.*HUB_PORT=`));
		expect(output()).toContain(`in use by process ${process.pid} (`);
		expect(output(), 'the other port stays as it was set').toMatch(
			new RegExp(`HUB_PORT=(?!${hubPort}|${n8nPort})\\d+ N8N_PORT=${n8nPort} npm start`),
		);
		expect(output()).not.toContain('of this project');
		blocker.close();
	});

	test('names a demo that is already running and how to end it', async () => {
		const listen = `require('net').createServer().listen(${n8nPort}, '127.0.0.1', () => console.log('up'))`;
		const left = spawn(process.execPath, ['-e', listen, '/somewhere/test/demo/main.mjs']);
		await once(left.stdout, 'data');
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toContain(
			`of this project; Ctrl-C in its terminal or \`kill ${left.pid}\` ends it`,
		);
		left.kill();
	});

	test('says that both ports are the same', async () => {
		n8nPort = hubPort;
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toContain(`HUB_PORT and N8N_PORT are both ${hubPort}`);
	});

	test('says that a port is invalid', async () => {
		hubPort = 70_000;
		const { ended, output } = start(process.execPath, 'test/demo/main.mjs');
		expect(await ended).toBe(1);
		expect(output()).toContain('HUB_PORT is "70000"');
	});
});
