import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { INode, INodeParameters } from 'n8n-workflow';
import { startHub, type Hub } from '../hub/index.mts';
import { hubNode, manualStart, storeCredential } from '../n8n/session.mts';
import { installPackage, packPackage } from '../server/pack.mts';
import { N8nRest, outputOf } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { platform } from './platform.mts';

/** Reads the file and puts out its SHA-256. */
const nextNode: INode = {
	id: randomUUID(),
	name: 'Next',
	type: 'n8n-nodes-base.crypto',
	typeVersion: 1,
	position: [440, 0],
	parameters: { action: 'hash', type: 'SHA256', binaryData: true, encoding: 'hex' },
};
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** n8n keeps files in the database where executions run on workers, and else on the disk from 3.0 on. */
describe.each([
	{
		mode: 'database',
		start: async () => {
			const { n8n } = await platform();
			return { url: n8n.main.url, end: async () => await n8n.restore() };
		},
	},
	{
		mode: 'filesystem',
		start: async () => {
			const n8n = new N8nServer({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });
			await installPackage(n8n.home, await packPackage(n8n.home));
			await n8n.start();
			return { url: n8n.url, end: async () => await n8n.remove() };
		},
	},
])('n8n keeps files by its mode $mode', ({ mode, start }) => {
	let hub: Hub;
	let rest: N8nRest;
	let end: () => Promise<void>;

	beforeAll(async () => {
		hub = await startHub({ seed: { fiscalDocuments: 1 } });
		const n8n = await start();
		end = n8n.end;
		rest = new N8nRest(n8n.url);
		await rest.signIn();
	});
	afterAll(async () => {
		await end();
		await hub.stop();
	});

	/** The ID of the file that the node puts out, and the hash of what the next node reads. */
	const fileOf = async (parameters: INodeParameters) => {
		const credential = await storeCredential(rest, hub);
		const node = hubNode('marketplaceHub', parameters, credential);
		const to = (next: string) => ({ main: [[{ node: next, type: 'main' as const, index: 0 }]] });
		const workflow = await rest.createWorkflow({
			name: randomUUID(),
			nodes: [manualStart(), node, nextNode],
			connections: { Start: to('Hub'), Hub: to('Next') },
		});
		const execution = await rest.run(workflow, 'Start');
		const { id } = execution.runData.Hub![0]!.data!.main![0]![0]!.binary!.data!;
		return { id, hash: outputOf(execution, 'Next')[0]?.data };
	};

	test('a label', async () => {
		const { idPedido } = hub.createOrder({ status: 'pago' });
		const { id, hash } = await fileOf({
			resource: 'shipmentLabel',
			operation: 'get',
			idPedido: { mode: 'id', value: String(idPedido), __rl: true },
		});
		expect(id).toMatch(new RegExp(`^${mode}`));
		const [label] = hub.state.labels.get(idPedido) ?? [];
		expect(hash).toBe(sha256(Buffer.from(label!.conteudo, 'base64')));
	});

	test('an XML', async () => {
		const [{ chaveAcesso, xml } = { chaveAcesso: '', xml: '' }] =
			hub.state.fiscalDocuments.values();
		const parameters = { resource: 'fiscalDocument', operation: 'downloadXml', chaveAcesso };
		const { id, hash } = await fileOf(parameters);
		expect(id).toMatch(new RegExp(`^${mode}`));
		expect(hash).toBe(sha256(xml));
	});
});
