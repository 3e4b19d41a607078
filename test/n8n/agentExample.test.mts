import { beforeEach, describe, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import type { Execution } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import {
	setsAsSent,
	startChat,
	startChatModel,
	type ChatModel,
	type ModelReply,
} from '../support/chatModel.mts';
import { userAgent } from '../support/userAgent.mts';
import { useN8n } from './session.mts';

interface Message {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

const { hub, n8n, credential } = await useN8n({ seed: { orders: 6 } });
let model: ChatModel;
beforeEach(() => hub.clearLog());

/** What a node showed in the chat; it then waits for the chat. */
const saidBy = ({ runData }: Execution, node: string): unknown => {
	const { ai_tool: asTool, main } = runData[node]?.at(-1)?.data ?? {};
	return (asTool ?? main)?.[0]?.[0]?.sendMessage;
};

/** Waits until a node has said something in the chat. */
const whenSaid = async (id: string, node: string) =>
	await waitFor(
		async () => {
			const execution = await n8n.execution(id);
			expect(execution.error).toBeUndefined();
			return execution.status === 'waiting' && saidBy(execution, node) ? execution : undefined;
		},
		{ what: `"${node}" to write in the chat`, timeout: 30_000 },
	);

/** Writes a line in the chat of the example; the model answers as given. */
const ask = async (chatInput: string, replies: ModelReply[]): Promise<string> => {
	model = await startChatModel(n8n, replies);
	const chatModel = model.credential;
	const workflow = await importExample(n8n, 'order-agent', credential, { chatModel });
	return await startChat(n8n, workflow, chatInput);
};

const toolAnswer = () => model.messages().find(({ role }) => role === 'tool')?.content ?? '';
const order = () => hub.state.ordersByIssueDate().at(-1)!;

describe('order-agent.json, with a stand-in for the language model', () => {
	test('"where is order …?" is answered with the hub\'s data, and nothing is written', async () => {
		const { idPedido } = order();
		hub.updateOrder(idPedido, { status: 'enviado' });
		const id = await ask(`where is order ${idPedido}?`, [
			[{ tool: 'Get_Order', input: { idPedido: String(idPedido) } }],
			'It was sent.',
		]);
		expect(saidBy(await whenSaid(id, 'Answer'), 'Answer')).toBe('It was sent.');
		const [given] = JSON.parse(toolAnswer()) as object[];
		const { cliente, entrega, itens } = order();
		expect(given).toEqual({
			idPedido,
			idPedidoCanal: order().idPedidoCanal,
			status: 'enviado',
			dataEmissao: order().dataEmissao,
			canal: { canalIntegracao: order().canal.canalIntegracao },
			itens: itens.map(({ sku, nome, detalhes, qtd, valor }) => ({
				sku,
				nome,
				detalhes,
				qtd,
				valor,
			})),
			cliente: { nome: cliente.nome },
			entrega: expect.objectContaining({ cidade: entrega.cidade }),
		});
		expect(hub.log.every(({ method, endpoint }) => method === 'GET' || endpoint === 'auth')).toBe(
			true,
		);
	});

	test('an order is found by its number in the marketplace, a note by its access key', async () => {
		hub.seed({ fiscalDocuments: 1 });
		const { idPedidoCanal: marketplaceOrderId, idPedido } = hub.createOrder();
		const { chaveAcesso } = [...hub.state.fiscalDocuments.values()][0]!;
		const id = await ask(`where is ${marketplaceOrderId}, and what is note ${chaveAcesso}?`, [
			[{ tool: 'Find_Order', input: { marketplaceOrderId } }],
			[{ tool: 'Get_Note', input: { chaveAcesso } }],
			'Both are there.',
		]);
		expect(saidBy(await whenSaid(id, 'Answer'), 'Answer')).toBe('Both are there.');
		const [orders, notes] = model
			.messages()
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => JSON.parse(content ?? '') as object[]);
		expect(orders).toMatchObject([{ idPedido, idPedidoCanal: marketplaceOrderId }]);
		expect(notes).toMatchObject([{ chaveAcesso }]);
	});

	test('the model gets a description and the parameters of each tool', async () => {
		const id = await ask('hello', ['Hello.']);
		await whenSaid(id, 'Answer');
		const described = Object.fromEntries(
			model
				.tools()
				.map(({ name, description, parameters }) => [
					name,
					{ description, text: JSON.stringify(parameters) },
				]),
		);
		expect(Object.keys(described).sort()).toEqual([
			'Find_Order',
			'Get_Note',
			'Get_Order',
			'Set_as_Sent',
		]);
		for (const { description } of Object.values(described))
			expect(description.length).toBeGreaterThan(100);
		expect(described.Get_Order!.text).toContain('digits only');
		expect(described.Set_as_Sent!.text).toContain('codigoRastreio');
	});

	test.each([
		['Approve', 1],
		['Decline', 0],
	] as const)('a person is asked before the agent writes, and says %s', async (choice, writes) => {
		const { idPedido } = order();
		hub.updateOrder(idPedido, { status: 'faturado' });
		const id = await ask(`set ${idPedido} as sent: BR123456789BR`, [
			setsAsSent(idPedido, 'BR123456789BR'),
			'Done as you said.',
		]);
		const asked = saidBy(await whenSaid(id, 'Ask a Person'), 'Ask a Person') as Message;
		expect(asked.text).toBe(
			`May I set order ${idPedido} as sent, with the tracking code BR123456789BR?`,
		);
		expect(hub.count({ endpoint: 'orderSent' })).toBe(0);

		const { link } = asked.buttons.find(({ text }) => text === choice)!;
		expect((await fetch(link, { headers: { 'user-agent': userAgent } })).status).toBe(200);
		const ended = await whenSaid(id, 'Answer');
		expect(saidBy(ended, 'Answer')).toBe('Done as you said.');
		expect(hub.count({ endpoint: 'orderSent' })).toBe(writes);
		expect(hub.state.orders.get(idPedido)!.status).toBe(writes ? 'enviado' : 'faturado');
	});
});
