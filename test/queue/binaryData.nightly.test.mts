import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labelsFor } from '../hub/data/labels.mts';
import type { INodeParameters } from 'n8n-workflow';
import { hubNode, nodeOf, runNodes, signIn, storeCredential, useHub } from '../n8n/session.mts';
import { outputOf, type N8nRest } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { byId, op } from '../support/items.mts';
import { platform } from './platform.mts';

/** Reads the file and puts out its SHA-256. */
const nextNode = nodeOf('Next', 'crypto', {
	parameters: { action: 'hash', type: 'SHA256', binaryData: true, encoding: 'hex' },
});
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const hub = await useHub({ seed: { fiscalDocuments: 1 } });

/** n8n keeps files in the database where executions run on workers, and else on the disk from 3.0 on. */
describe.each([
	{
		mode: 'database',
		start: async () => {
			const { n8n } = await platform();
			return { url: n8n.main.url, home: '', end: async () => await n8n.restore() };
		},
	},
	{
		mode: 'filesystem',
		start: async () => {
			const n8n = new N8nServer({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });
			await n8n.install();
			await n8n.start();
			return { url: n8n.url, home: n8n.home, end: async () => await n8n.remove() };
		},
	},
])('n8n keeps files by its mode $mode', ({ mode, start }) => {
	let rest: N8nRest;
	let end: () => Promise<void>;

	beforeAll(async () => {
		const n8n = await start();
		end = n8n.end;
		rest = await signIn(n8n);
	});
	afterAll(async () => await end());

	/** The ID of the file that the node puts out, and the hash of what the next node reads. */
	const fileOf = async (parameters: INodeParameters) => {
		const credential = await storeCredential(rest, hub);
		const node = hubNode('marketplaceHub', parameters, credential);
		const execution = await runNodes(rest, node, nextNode);
		const { id } = execution.runData.Hub![0]!.data!.main![0]![0]!.binary!.data!;
		return { id, hash: outputOf(execution, 'Next')[0]?.data };
	};

	test('a label is stored and read by the next node', async () => {
		const { idPedido } = hub.createOrder({ status: 'pago' });
		const { id, hash } = await fileOf(op('shipmentLabel get', { idPedido: byId(idPedido) }));
		expect(id).toMatch(new RegExp(`^${mode}`));
		const [label] = labelsFor(hub.state, hub.state.orders.get(idPedido)!);
		expect(hash).toBe(sha256(Buffer.from(label!.conteudo, 'base64')));
	});

	test('an XML is stored and read by the next node', async () => {
		const [{ chaveAcesso, xml } = { chaveAcesso: '', xml: '' }] =
			hub.state.fiscalDocuments.values();
		const { id, hash } = await fileOf(op('fiscalDocument downloadXml', { chaveAcesso }));
		expect(id).toMatch(new RegExp(`^${mode}`));
		expect(hash).toBe(sha256(xml));
	});
});
