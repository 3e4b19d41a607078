import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { callAlone, callAsTool } from '../../support/agent.mts';
import { operations } from '../../support/built.mts';
import { completeSeed, documentOf, orderIn, parametersOf } from '../../support/everyOperation.mts';
import { answer, asJson, byId, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const most = 50;
const at = setupEach({
	seed: { ...completeSeed, products: 60, orders: 60, queued: 60 },
	batchDuration: 0,
});

/** What a model gets of a call: the items of the answer. */
const ask = async (parameters: INodeParameters): Promise<IDataObject[]> => {
	const { answer, message } = await callAsTool(at.hub, parameters);
	if (message !== undefined) throw new Error(message);
	return answer as IDataObject[];
};

describe('lists', () => {
	test.each(['order getMany', 'product getMany'])(
		'%s: at most 50 items, with the number of the others',
		async (name) => {
			const total =
				name === 'order getMany' ? at.hub.state.orders.size : at.hub.state.products.size;
			for (const [given, shown] of [
				[{ returnAll: true }, most],
				[{ limit: 5_000 }, most],
				[{}, most],
				[{ limit: 3 }, 3],
			] as const) {
				at.hub.clearLog();
				const items = await ask(op(name, given));
				expect(items).toHaveLength(shown);
				expect(items[0]?.notes).toEqual([
					`${total - shown} more are not shown, of ${total}. Limit takes up to 50; to see others, narrow the list down.`,
				]);
				// the keys are exchanged once, a list may need its second page to know its total
				expect(at.hub.log.length).toBeLessThanOrEqual(3);
			}
		},
	);

	test('a note says that there may be more if the hub does not have the filters', async () => {
		const filters = { issuedAfter: '2000-01-01' };
		const [first, ...others] = await ask(op('order getMany', { limit: 4, filters }));
		expect(others).toHaveLength(3);
		expect(first?.notes).toEqual([expect.stringContaining('There may be more.')]);
	});

	test('a list that is not cut has no note', async () => {
		const items = await ask(op('channel getMany'));
		expect(items).toHaveLength(at.hub.state.channels.size);
		expect(items[0]).not.toHaveProperty('notes');
		const cut = await ask(op('channel getMany', { limit: 1 }));
		expect(cut[0]?.notes).toEqual([expect.stringMatching(/^2 more are not shown, of 3\./)]);
	});

	test('orders of the queue that are not shown are not acknowledged', async () => {
		const waiting = at.hub.state.queue.size;
		const items = await ask(op('orderQueue getAndAcknowledge', { returnAll: true }));
		expect(items).toHaveLength(most);
		expect(at.hub.state.queue.size).toBe(waiting - most);
		expect(JSON.stringify(items[0]?.notes)).toContain(`${waiting - most} more are not shown`);
		expect(await ask(op('orderQueue getMany', { limit: 100 }))).toHaveLength(waiting - most);
	});

	test('results of a write are cut to 50 as well, and counted', async () => {
		const rows = [...at.hub.state.products.values()].map(({ skuProduto }) => ({
			...{ sku: skuProduto, precoDe: 2_000, precoPor: 1_999 },
		}));
		const items = await ask(op('price sync', { dryRun: true, guardMode: 'off', ...asJson(rows) }));
		expect(items).toHaveLength(most);
		expect(items[0]?.notes).toEqual([
			expect.stringContaining('60 compared'),
			'10 more results are not shown.',
		]);
	});

	test('workflows get the whole list', async () => {
		const all = op('order getMany', { returnAll: true });
		expect((await at.n8n.done(all)).json()).toHaveLength(60);
	});
});

describe('dates without an offset', () => {
	const list = op('fiscalDocument getMany', {
		dataEmissaoInicial: '2026-03-01T00:00:00',
		dataEmissaoFinal: '2026-03-02T00:00:00',
	});
	/** As a moment with its offset, e.g. `2026-03-01T00:00:00-03:00`. */
	const asked = () => at.hub.log.at(-1)?.query.dataEmissaoInicial;

	test("are read in São Paulo's time if n8n runs the node without a workflow", async () => {
		await callAlone(at.hub, list);
		expect(asked()).toMatch(/^2026-03-01T00:00:00(\.000)?-03:00$/);
	});
});

describe('buyers', () => {
	/** What the hub holds of buyers, as it would stand in an answer. */
	const buyers = () =>
		[...at.hub.state.orders.values()].flatMap(({ cliente, entrega }) => [
			...[cliente.nome, cliente.email, cliente.cpfCnpj, cliente.telefone],
			...[entrega.destinatario, entrega.endereco, entrega.cep],
		]);
	const found = (answer: unknown) => {
		const text = JSON.stringify(answer);
		return buyers().filter((value) => value && text.includes(JSON.stringify(value)));
	};

	test('customers of orders are refused to an agent', async () => {
		const customers = { ...parametersOf('order convertToRows', at.hub), rows: 'customers' };
		const { message } = await callAlone(at.hub, customers);
		expect(message).toContain('Rows (`rows`) of customers are not given to an agent');
	});

	// refused to agents: its own tests hold that
	test.each(operations.filter(({ name }) => name !== 'connection checkRoutes'))(
		'$name: the answer has no personal data and no file',
		async ({ name, operation }) => {
			if (name.startsWith('batch ')) await at.n8n.run(parametersOf('stock updateBatch', at.hub));
			const choices = operation.simplified === undefined ? [''] : ['raw', 'simplified'];
			for (const output of choices) {
				const parameters = parametersOf(name, at.hub, { output, downloadXml: true });
				const { answer, message } = await callAlone(at.hub, parameters);
				expect(message).toBeUndefined();
				expect(found(answer)).toEqual([]);
				expect(JSON.stringify(answer)).not.toMatch(
					/<\?xml|<NFe|"xml"|"conteudo"|"cliente"|"detalhes"/,
				);
			}
		},
	);

	const shapes: Array<[string, IDataObject]> = [
		['a delivery that is a list', { entrega: [{ destinatario: 'Ana', codigoRastreio: 'BR1' }] }],
		['a delivery that is text', { entrega: 'Ana, Rua A, 1' }],
		[
			'other fields of a delivery',
			{ entrega: { codigoRastreio: 'BR1', telefone: 'Ana', nome: 'Ana' } },
		],
		['another word for the buyer', { comprador: { nome: 'Ana' }, nomeComprador: 'Ana' }],
		['other letters', { Cliente: { nome: 'Ana' }, CLIENTE: 'Ana', Entrega: { nome: 'Ana' } }],
		['who pays', { pagamentos: [{ metodo: 'pix', titular: 'Ana' }] }],
		['a note with its file', { notaFiscal: [{ xml: '<nome>Ana</nome>' }] }],
		['a field that is a record', { status: { nome: 'Ana' }, canal: [{ nome: 'Ana' }] }],
		['details of an item in other letters', { itens: [{ sku: 'A', Detalhes: 'Ana' }] }],
		['items in one record', { itens: { A: { sku: 'A', observacao: 'Ana' } } }],
	];
	test.each(shapes)('%s: nothing of the buyer comes', async (_what, fields) => {
		const { idPedido } = at.hub.createOrder();
		const whole = { idPedido, idPedidoCanal: 'ML-7', status: 'pago', ...fields };
		answer(at.hub, 'orderGet', whole, 200, 9);
		answer(at.hub, 'orderList', { pedidos: [whole], info: { total: 1 } }, 200, 9);
		answer(at.hub, 'queueList', { pedidos: [whole], info: { total: 1 } }, 200, 9);
		for (const output of ['raw', 'simplified']) {
			const calls = [
				op('order get', { idPedido: byId(idPedido), output }),
				op('order getMany', { output }),
				op('orderQueue getMany', { output }),
			];
			for (const call of calls) {
				const [order, ...others] = await ask(call);
				expect(others).toEqual([]);
				expect(order).toMatchObject({ idPedidoCanal: 'ML-7' });
				expect(JSON.stringify(order)).not.toContain('Ana');
			}
		}
		for (const outputFields of ['itens', 'status, itens']) {
			const chosen = { idPedido: byId(idPedido), output: 'selected', outputFields };
			const [order] = await ask(op('order get', chosen));
			expect(JSON.stringify(order?.itens ?? '')).not.toContain('Ana');
		}
	});

	test('what is known to be of no buyer comes in full', async () => {
		const { idPedido, entrega, pagamentos, fiscal, valores } = orderIn(at.hub, 'pago');
		const [order] = await ask(op('order get', { idPedido: byId(idPedido), output: 'raw' }));
		expect(order).toMatchObject({ idPedido, fiscal, valores, pagamentos });
		const { prazoEntrega, tipoFrete, freteMapeado } = entrega;
		expect(order).toMatchObject({ entrega: { prazoEntrega, tipoFrete, freteMapeado } });
	});

	test('personal data comes if a person selects it, with the ID of the record', async () => {
		const { idPedido, cliente, entrega } = orderIn(at.hub, 'pago');
		const get = op('order get', { idPedido: byId(idPedido), output: 'selected' });
		expect(
			await ask({ ...get, outputFields: ['status', 'cliente.nome', 'entrega'] }),
		).toMatchObject([{ idPedido, status: 'pago', cliente: { nome: cliente.nome }, entrega }]);
		expect(await ask({ ...get, outputFields: ['status'] })).toEqual([{ idPedido, status: 'pago' }]);
	});

	test('what is written about an item comes only by its own choice, which brings the items along', async () => {
		const { idPedido, itens } = at.hub.createOrder();
		itens.splice(1);
		Object.assign(itens[0]!, { detalhes: 'Tamanho: M, gravar: Para Ana' });
		const get = op('order get', { idPedido: byId(idPedido), output: 'selected' });
		const [{ sku, nome, qtd, valor, detalhes }] = itens as [(typeof itens)[number]];
		const plain = { sku, nome, qtd, valor };
		for (const fields of [['itens'], ['status', 'itens']])
			expect(await ask({ ...get, outputFields: fields })).toMatchObject([
				{ idPedido, itens: [plain] },
			]);
		expect(JSON.stringify(await ask({ ...get, outputFields: ['itens'] }))).not.toContain('Ana');
		for (const fields of [['itens.detalhes'], ['itens', 'itens.detalhes']])
			expect(await ask({ ...get, outputFields: fields })).toEqual([
				{ idPedido, itens: [{ ...plain, detalhes }] },
			]);
		expect(JSON.stringify(await ask({ ...get, output: 'raw' }))).not.toContain('Ana');
	});

	test('the XML comes if a person selects it', async () => {
		const { chaveAcesso, xml } = documentOf(at.hub, 'nfe');
		const get = op('fiscalDocument get', { chaveAcesso, output: 'selected' });
		expect(await ask({ ...get, outputFields: ['xml'] })).toMatchObject([{ chaveAcesso, xml }]);
	});

	test('workflows get the whole record', async () => {
		const { idPedido, cliente, entrega } = orderIn(at.hub, 'pago');
		const get = op('order get', { idPedido: byId(idPedido) });
		const whole = [{ cliente: { nome: cliente.nome }, entrega: { cep: entrega.cep } }];
		expect((await at.n8n.done({ ...get, simplify: false })).json()).toMatchObject(whole);
	});
});

describe('Selected Fields', () => {
	const fieldsOf = (name: string) =>
		operations
			.find((entry) => entry.name === name)!
			.operation.properties.find((property) => property.name === 'outputFields')!;

	test.each(operations.filter(({ operation }) => operation.simplified !== undefined))(
		"$name: a multi-select of the record's fields",
		({ name, operation }) => {
			const fields = fieldsOf(name);
			expect(fields).toMatchObject({ type: 'multiOptions', default: [] });
			const values = fields.options!.map((option) => 'value' in option && option.value);
			expect(values).toEqual([...values].sort());
			const paths = operation.simplified!.map((field) =>
				typeof field === 'string' ? field : field[1],
			);
			expect(values).toEqual(expect.arrayContaining(paths));
		},
	);

	test('an order offers the fields of its buyer', () => {
		expect(fieldsOf('order get').options).toEqual(
			expect.arrayContaining([
				{ name: 'cliente', value: 'cliente' },
				{ name: 'entrega.cep', value: 'entrega.cep' },
				{ name: 'itens.detalhes', value: 'itens.detalhes' },
			]),
		);
	});
});
