import type { INode } from 'n8n-workflow';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import type { Workflow } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { approvalForm } from '../support/approvalForm.mts';
import { startChat, startChatModel, type ModelReply } from '../support/chatModel.mts';
import { useMailbox } from '../support/mailbox.mts';
import { connectMcp } from '../support/mcpClient.mts';
import { sheetText } from '../support/spreadsheet.mts';
import { heldBy, writes } from '../support/sync.mts';
import { server, useN8n } from './session.mts';

/** What an agent proposes, a person decides: the workflow behind it, an agent, and a server for others. */
const { hub, n8n, credential } = await useN8n({
	seed: { products: 20, orders: 3 },
	batchDuration: 300,
});
const { emails, smtp } = await useMailbox(n8n);
const proposals = await importExample(n8n, 'proposals', credential, { smtp });
await n8n.publish(proposals);

const MUG = 'CANECA-1';
const mug = () => heldBy(hub, MUG)!;
let before: { precoDe: unknown; precoPor: unknown; estoque: unknown };

beforeEach(async () => {
	await deleteTables(n8n);
	hub.clearLog();
	Object.assign(mug(), { precoDe: 59.9, precoPor: 49.9, estoque: 10 });
	before = { ...mug() };
});

/** Chooses the workflow of the proposals in the tools that call it. */
const choose = (node: INode): INode =>
	node.type.endsWith('.toolWorkflow')
		? {
				...node,
				parameters: {
					...node.parameters,
					workflowId: { __rl: true, mode: 'list', value: proposals.id },
				},
			}
		: node;

/** The form in the newest email of those after so many; what it takes to answer it. */
async function asked(others: number) {
	const {
		text = '',
		subject,
		attachments,
	} = await waitFor(() => emails[others], {
		what: 'an email to the person',
		timeout: 60_000,
	});
	const { executionId, answer } = approvalForm(text);
	// n8n stores the waiting execution some time after its email has left; a form before that never opens
	const isWaiting = async () => (await n8n.execution(executionId)).status === 'waiting';
	await waitFor(isWaiting, { what: 'the run to wait for a person', timeout: 60_000 });
	const rows = sheetText(attachments[0]?.content as ArrayBuffer);
	const ended = async () => await n8n.finishedExecution(executionId);
	return { text, subject, rows, answer, ended };
}

const stateOf = async (id: string) =>
	(await tableRows(n8n, 'marketplace_hub_proposals')).find(({ proposal }) => proposal === id)
		?.state;
const becomes = async (id: string, state: string) =>
	await expect.poll(async () => await stateOf(id), { timeout: 60_000 }).toBe(state);

type Answer = Record<string, unknown> & { proposal: string; refused?: string; next: string };

describe('agent-proposals.json, with a stand-in for the language model', () => {
	const PRICES = 'Propose_Prices';
	const price = (changes: object = {}) =>
		JSON.stringify([{ sku: MUG, precoDe: 59.9, precoPor: 44.9, ...changes }]);

	/** Lets the model do this in one conversation; what its tools answered, in order. */
	async function converse(replies: ModelReply[]): Promise<Answer[]> {
		const model = await startChatModel(n8n, [...replies, 'Done.']);
		const workflow: Workflow = await importExample(n8n, 'agent-proposals', credential, {
			...{ chatModel: model.credential, adapt: choose },
		});
		const executionId = await startChat(n8n, workflow, 'do it');
		const { error } = await n8n.finishedExecution(executionId);
		expect(error).toBeUndefined();
		return model
			.messages()
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => {
				const answer = JSON.parse(content ?? '') as Answer | Answer[];
				return Array.isArray(answer) ? answer[0]! : answer;
			});
	}

	test('the agent proposes, asks for approval by ID, and reads the outcome', async () => {
		const others = emails.length;
		const [product, proposed] = await converse([
			[{ tool: 'Get_Product', input: { skuProduto: MUG } }],
			[{ tool: PRICES, input: { rows: price() } }],
		]);
		expect(product).toMatchObject({ skuProduto: MUG, precoPor: 49.9 });
		expect(proposed).toMatchObject({ state: 'proposed', rows: [{ sku: MUG }] });
		expect(emails).toHaveLength(others);

		const proposal = proposed!.proposal;
		const [first, second] = await converse([
			[{ tool: 'Ask_for_Approval', input: { proposal } }],
			[{ tool: 'Ask_for_Approval', input: { proposal } }],
		]);
		expect(first).toMatchObject({ state: 'asked' });
		expect(second?.next).toContain('has not answered');
		await (await asked(others)).answer('Apply');
		await becomes(proposal, 'applied');
		expect(emails).toHaveLength(others + 1);
		const [again] = await converse([[{ tool: 'Ask_for_Approval', input: { proposal } }]]);
		expect(again?.next).toContain('applied once');
		expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	});

	test('a declined proposal stays declined', async () => {
		const others = emails.length;
		const [proposed] = await converse([[{ tool: PRICES, input: { rows: price() } }]]);
		const proposal = proposed!.proposal;
		await converse([[{ tool: 'Ask_for_Approval', input: { proposal } }]]);
		await (await asked(others)).answer('Decline');
		await becomes(proposal, 'declined');
		const [again] = await converse([[{ tool: 'Ask_for_Approval', input: { proposal } }]]);
		expect(again?.next).toContain('do not propose it again');
		expect(emails).toHaveLength(others + 1);
		expect(writes(hub)).toEqual([]);
	});

	const stock = (rows: unknown) => ({
		tool: 'Propose_Stock',
		input: { rows: JSON.stringify(rows) },
	});
	const prices = (rows: unknown) => ({ tool: PRICES, input: { rows: JSON.stringify(rows) } });
	const askFor = (proposal: string) => ({ tool: 'Ask_for_Approval', input: { proposal } });
	const row = (changes: object) =>
		prices([{ sku: MUG, precoDe: 59.9, precoPor: 44.9, ...changes }]);
	const WRONG: Array<[what: string, call: { tool: string; input: object }, told: string]> = [
		['asks for a proposal that it made up', askFor('abcd-efgh-ijkl'), 'never make one up'],
		['asks without an ID', askFor(''), 'never make one up'],
		['asks for everything', askFor('%'), 'never make one up'],
		['asks with a condition', askFor("' OR 1=1 --"), 'never make one up'],
		['gives text for rows', { tool: PRICES, input: { rows: 'all mugs 10% off' } }, 'no JSON'],
		['gives one row without a list', { tool: PRICES, input: { rows: '{"sku":"X"}' } }, 'a list'],
		['gives no row', prices([]), 'a list'],
		['gives numbers for rows', prices([1, 2]), 'no sku'],
		['gives null for a row', prices([null]), 'no sku'],
		['proposes the whole catalogue', stock(Array(2_000).fill({ sku: MUG, estoque: 1 })), '100'],
		['proposes 101 rows', stock(Array(101).fill({ sku: MUG, estoque: 1 })), '100'],
		['leaves the SKU out', prices([{ precoDe: 1, precoPor: 1 }]), 'no sku'],
		['gives a number for the SKU', row({ sku: 12 }), 'no sku'],
		['gives a blank SKU', row({ sku: '  ' }), 'no sku'],
		['invents a SKU', row({ sku: 'CANECA-AZUL-99' }), 'Nothing of it would change'],
		[
			'names a SKU twice',
			prices([
				{ sku: MUG, precoDe: 2, precoPor: 1 },
				{ sku: ` ${MUG}`, precoDe: 2, precoPor: 1 },
			]),
			'two rows',
		],
		['gives one price of the two', prices([{ sku: MUG, precoPor: 1 }]), 'needs precoDe'],
		['gives an object for a price', row({ precoPor: { valor: 1 } }), 'needs precoPor'],
		['gives nothing for a price', row({ precoPor: '' }), 'needs precoPor'],
		['gives a price that is no number', row({ precoPor: 'cheap' }), 'Nothing of it would change'],
		['gives a price in two readings', row({ precoPor: '1,199' }), 'Nothing of it would change'],
		['gives a negative price', row({ precoPor: -1 }), 'Nothing of it would change'],
		['gives a price of zero', row({ precoPor: 0 }), 'Nothing of it would change'],
		['gives what the hub has', row({ precoPor: 49.9 }), 'Nothing of it would change'],
		['gives a selling price above the other', row({ precoPor: 99.9 }), ''],
		['adds stock to prices', row({ estoque: 0 }), 'cannot be proposed'],
		['adds a channel', row({ idCanalIntegracao: 11 }), 'cannot be proposed'],
		['switches the guards off', row({ guardMode: 'off' }), 'cannot be proposed'],
		['switches the dry run off', row({ dryRun: false }), 'cannot be proposed'],
		['gives a difference for stock', stock([{ sku: MUG, estoque: '+5' }]), ''],
		['gives half a piece', stock([{ sku: MUG, estoque: 1.5 }]), 'Nothing of it would change'],
		['gives negative stock', stock([{ sku: MUG, estoque: -3 }]), '"estoque":0'],
		['gives text for stock', stock([{ sku: MUG, estoque: 'all' }]), 'Nothing of it would change'],
		['gives null for stock', stock([{ sku: MUG, estoque: null }]), 'needs estoque'],
		['gives a list of stock', stock([{ sku: MUG, estoque: [1, 2] }]), 'needs estoque'],
		[
			'gives the keys of an attack',
			stock([{ sku: MUG, estoque: 1, __proto: 1 }]),
			'cannot be proposed',
		],
		[
			'gives markup for a SKU',
			stock([{ sku: '<img src=x>', estoque: 1 }]),
			'Nothing of it would change',
		],
		[
			'gives an expression for a SKU',
			stock([{ sku: '={{ $env }}', estoque: 1 }]),
			'Nothing of it would change',
		],
		[
			'asks for the status of nothing',
			{ tool: 'Proposal_Status', input: { proposal: '' } },
			'never make one up',
		],
		[
			'asks for the documents of buyers',
			{ tool: 'Get_Product', input: { skuProduto: '../orders' } },
			'',
		],
	];

	test('a model that makes forty mistakes changes nothing, and is told what to do instead', async () => {
		expect(WRONG).toHaveLength(40);
		const others = emails.length;
		const answers: Answer[] = [];
		for (let start = 0; start < WRONG.length; start += 8)
			answers.push(...(await converse(WRONG.slice(start, start + 8).map(([, call]) => [call]))));
		const told = answers.map((answer) => JSON.stringify(answer));
		const untold = WRONG.filter(([, , text], index) => !told[index]?.includes(text));
		expect(untold.map(([what], index) => [what, told[index]])).toEqual([]);
		expect(writes(hub)).toEqual([]);
		expect(emails).toHaveLength(others);
		expect(mug()).toMatchObject(before);
		for (const answer of told) expect(answer).not.toMatch(/cpf|apiKey|secretKey|accessToken/i);
	});
});

describe('mcp-server.json, asked by a client of the protocol', async () => {
	const token = 'a-long-random-token-not-a-secret';
	const bearer = await n8n.createCredential({
		...{ name: 'Agents', type: 'httpBearerAuth', data: { token } },
	});
	const path = 'path-of-the-importer';
	const withToken = (node: INode): INode =>
		node.type.endsWith('.mcpTrigger')
			? {
					...node,
					webhookId: path,
					parameters: { ...node.parameters, path },
					credentials: { httpBearerAuth: { id: bearer.id, name: bearer.name } },
				}
			: choose(node);
	const workflow = await importExample(n8n, 'mcp-server', credential, { adapt: withToken });
	await n8n.publish(workflow);
	const address = new URL(`${server.url}/mcp/${path}`);

	const connect = async (given: string) => {
		const { toolNames, call } = await connectMcp(address, given);
		return {
			toolNames,
			call: async (name: string, rows: object) => (await call(name, rows)) as Answer,
		};
	};

	test('a caller without the token is refused', async () => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
		for (const authorization of ['', 'Bearer wrong']) {
			const answer = await fetch(address, {
				...{ method: 'POST', body },
				headers: { 'content-type': 'application/json', accept: '*/*', authorization },
			});
			expect([401, 403]).toContain(answer.status);
			expect(await answer.text()).not.toContain('Get_Product');
		}
		await expect(connect('wrong')).rejects.toThrow();
	});

	test('its tools read and propose, and an order comes without its buyer', async () => {
		const { toolNames, call } = await connect(token);
		expect(await toolNames()).toEqual([
			...['Find_Order', 'Get_Order', 'Get_Product', 'Get_Variation'],
			...['Proposal_Status', 'Propose_Prices', 'Propose_Stock'],
		]);
		const { idPedido, idPedidoCanal, cliente } = hub.createOrder();
		const order = await call('Find_Order', { marketplaceOrderId: idPedidoCanal });
		expect(order).toMatchObject({ idPedido, status: 'novo' });
		expect(JSON.stringify(order)).not.toContain(cliente.nome);
	});

	test('a declined price changes nothing', async () => {
		const { call } = await connect(token);
		const others = emails.length;
		const rows = JSON.stringify([{ sku: MUG, precoDe: '59,90', precoPor: '44,90' }]);
		const proposed = await call('Propose_Prices', { rows });
		expect(proposed).toMatchObject({ state: 'asked', rows: [{ sku: MUG }] });
		const { answer, text } = await asked(others);
		expect(text).toContain('precoPor before: 49.9, precoPor after: 44.9');
		await answer('Decline');
		await becomes(proposed.proposal, 'declined');
		const status = await call('Proposal_Status', { proposal: proposed.proposal });
		expect(status).toMatchObject({ state: 'declined' });
		expect(writes(hub)).toEqual([]);
	});

	test('an approved price changes exactly these rows, once', async () => {
		const { call } = await connect(token);
		const others = emails.length;
		const rows = JSON.stringify([
			{ sku: MUG, precoDe: 59.9, precoPor: 19.9 },
			{ sku: 'NAO-EXISTE', precoDe: 1, precoPor: 1 },
		]);
		const proposed = await call('Propose_Prices', { rows });
		expect(proposed).toMatchObject({ leftOut: [{ sku: 'NAO-EXISTE', status: 'notInHub' }] });
		const { answer, ended, subject, rows: file } = await asked(others);
		expect(subject).toBe(`Proposal ${proposed.proposal}: 1 prices, 1 of them BEYOND THE GUARDS`);
		expect(file).toContain('Would be held: `precoPor` would change by 60,1 %');
		await answer('Apply');
		await becomes(proposed.proposal, 'applied');
		// while the run goes on, n8n lets whoever opens its form wait for good
		await ended();
		await answer('Apply');
		const status = await call('Proposal_Status', { proposal: proposed.proposal });
		expect(status.outcome).toMatchObject([{ sku: MUG, status: 'updated' }]);
		expect(mug()).toMatchObject({ precoDe: 59.9, precoPor: 19.9 });
		expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	});

	test('a value that has changed since the proposal is left alone, and an email says so', async () => {
		const { call } = await connect(token);
		const others = emails.length;
		const rows = JSON.stringify([
			{ sku: MUG, estoque: 3 },
			{ sku: 'LUMINARIA-1', estoque: 4 },
		]);
		const { proposal } = await call('Propose_Stock', { rows });
		const { answer } = await asked(others);
		Object.assign(mug(), { estoque: 9 });
		await answer('Apply');
		await becomes(proposal, 'partly');
		const { outcome } = await call('Proposal_Status', { proposal });
		expect(outcome).toMatchObject([
			{ sku: MUG, status: 'held', now: { estoque: 9 } },
			{ sku: 'LUMINARIA-1', status: 'updated' },
		]);
		expect([mug().estoque, heldBy(hub, 'LUMINARIA-1')!.estoque]).toEqual([9, 4]);
		const told = await waitFor(() => emails[others + 1], { what: 'an email about the outcome' });
		expect(told.text).toContain(`${MUG}: held, changed since the proposal`);
	});

	test('a price is held if the price beside it has changed, and rows beyond the guards come first', async () => {
		const { call } = await connect(token);
		const others = emails.length;
		const lamp = heldBy(hub, 'LUMINARIA-1')!;
		const { precoDe } = lamp as { precoDe: number };
		const rows = JSON.stringify([
			{ sku: MUG, precoDe: 59.9, precoPor: 44.9 },
			{ sku: 'LUMINARIA-1', precoDe, precoPor: precoDe / 10 },
		]);
		const { proposal } = await call('Propose_Prices', { rows });
		const { text, answer } = await asked(others);
		expect(text.split('\n').slice(0, 2)).toEqual([
			expect.stringMatching(/^LUMINARIA-1, .*why: Would be held/),
			expect.stringMatching(`^${MUG}, `),
		]);
		Object.assign(mug(), { precoDe: 69.9 });
		await answer('Apply');
		await becomes(proposal, 'partly');
		const { outcome } = await call('Proposal_Status', { proposal });
		expect(outcome).toMatchObject([
			{ sku: 'LUMINARIA-1', status: 'updated' },
			{ sku: MUG, status: 'held', now: { precoDe: 69.9, precoPor: 49.9 } },
		]);
		expect(mug()).toMatchObject({ precoDe: 69.9, precoPor: 49.9 });
	});

	test('a caller without the code of the email approves nothing', async () => {
		const { call } = await connect(token);
		for (const code of ['', '000000']) {
			const others = emails.length;
			const { proposal } = await call('Propose_Stock', {
				rows: JSON.stringify([{ sku: MUG, estoque: 3 }]),
			});
			await (await asked(others)).answer('Apply', code);
			if (code !== '') await becomes(proposal, 'declined');
		}
		expect(writes(hub)).toEqual([]);
	});

	test.each([
		['refuses to show the product', 403, 'partly', 'for the rest make a new proposal'],
		// the last one: the node then asks nothing more with these keys for a while
		['refuses the keys', 401, 'failed', 'nothing is changed'],
	])(
		'nothing changes if the hub %s after the approval (%i), and the status says so',
		async (_what, status, state, next) => {
			const { call } = await connect(token);
			const others = emails.length;
			const rows = JSON.stringify([{ sku: MUG, estoque: 3 }]);
			const { proposal } = await call('Propose_Stock', { rows });
			const { answer } = await asked(others);
			hub.faults.add({ kind: 'status', status, times: Infinity });
			onTestFinished(() => hub.faults.clear());
			await answer('Apply');
			await becomes(proposal, state);
			hub.faults.clear();
			const told = await call('Proposal_Status', { proposal });
			expect(told.next).toContain(next);
			const unread = {
				sku: MUG,
				status: 'notSent',
				why: expect.stringContaining('cannot be read'),
			};
			if (state === 'partly') expect(told.outcome).toMatchObject([unread]);
			expect(mug().estoque).toBe(10);
		},
	);
});
