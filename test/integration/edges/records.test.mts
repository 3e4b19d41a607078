import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { asJson, bodies, mapped, shown } from '../../support/items.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: completeSeed });
});

const go = { onError: 'continueRegularOutput' as const };
const answers = (endpoint: string, body: unknown, status = 200, times = 1) =>
	at.hub.faults.add({ endpoint, kind: 'status', status, body, times });

describe('an answer without the record asked for is not a success', () => {
	const reads: Array<[string, string]> = [
		['order get', 'orderGet'],
		['product get', 'productGet'],
		['product getVariation', 'variationGet'],
		['fiscalDocument get', 'fiscalDocumentGet'],
		['fiscalDocument downloadXml', 'fiscalDocumentGet'],
		['batch get', 'batchGet'],
		['batch wait', 'batchGet'],
	];

	describe.each(reads)('%s', (name, endpoint) => {
		beforeEach(async () => {
			addSkus(at.hub, 1);
			await at.n8n.run({
				resource: 'stock',
				operation: 'updateBatch',
				...asJson({ sku: 'S0', estoque: 1 }),
			});
		});

		test.each<[string, unknown]>([
			['{}', {}],
			['[]', []],
			['null', 'null'],
			['a message', { error: 'Registro não encontrado' }],
			['a message with details', { error: 'Registro não encontrado', details: ['x'] }],
			['another form', { data: { idPedido: 1 } }],
			[
				'an empty id',
				{ idPedido: '', skuProduto: null, skuVariacao: '', chaveAcesso: '', batchId: null },
			],
		])('%s', async (_form, body) => {
			answers(endpoint, body);
			const result = await at.n8n.run(parametersOf(name, at.hub));
			expect(result.items()).toEqual([]);
			expect(result.nodeError?.message).toMatch(/^The hub/);
			if (typeof body === 'object' && body !== null && 'error' in body)
				expect(result.nodeError?.message).toContain('Registro não encontrado');
		});
	});

	test('the record of another order, note or batch is not the one asked for', async () => {
		const [first, second] = [...at.hub.state.orders.values()];
		const asked = parametersOf('order get', at.hub);
		const id = (asked.idPedido as unknown as { value: string }).value;
		answers('orderGet', String(first!.idPedido) === String(id) ? second : first);
		const result = await at.n8n.run(asked);
		expect(shown(result.nodeError)).toContain(String(id));
		const [one, other] = [...at.hub.state.fiscalDocuments.values()];
		answers('fiscalDocumentGet', other);
		const note = await at.n8n.run({
			resource: 'fiscalDocument',
			operation: 'get',
			chaveAcesso: one!.chaveAcesso,
		});
		expect(shown(note.nodeError)).toContain(one!.chaveAcesso);
	});

	test.each<[string, string]>([
		['order setAsInvoiced', 'orderInvoiced'],
		['sandboxOrder simulatePayment', 'sandboxOrderPaid'],
		['orderQueue acknowledge', 'acknowledge'],
		['product update', 'productUpdate'],
		['product delete', 'productDelete'],
		['customizedPrice delete', 'customizedPriceDelete'],
		['securityStock set', 'securityStockSet'],
		['customizedPrice set', 'customizedPriceSet'],
	])('%s: a 200 that holds a message', async (name, endpoint) => {
		answers(endpoint, { error: 'Não foi possível', details: ['motivo'] });
		const result = await at.n8n.run(parametersOf(name, at.hub));
		expect(shown(result.nodeError)).toContain('Não foi possível');
		expect(result.items()).toEqual([]);
		expect(at.hub.count({ endpoint })).toBe(1);
	});

	test.each([{}, [], 'null'])(
		'a status that is set: %j in answer is no record, but done',
		async (body) => {
			answers('orderInvoiced', body);
			const parameters = parametersOf('order setAsInvoiced', at.hub);
			const id = (parameters.idPedido as unknown as { value: string }).value;
			const result = await at.n8n.run(parameters);
			expect(result.json()).toEqual([{ idPedido: String(id), status: 'faturado', updated: true }]);
		},
	);

	test('security stock for which the hub names no entry is not set', async () => {
		answers('securityStockSet', { ProdutoEstoqueSeguranca: [] });
		const result = await at.n8n.run(parametersOf('securityStock set', at.hub));
		expect(result.nodeError?.message).toMatch(/^The hub/);
	});

	test.each([{}, { error: 'x' }, { skuProduto: '' }, []])(
		'a product or an order for which a 201 holds %j may have been created',
		async (body) => {
			answers('productCreate', body, 201);
			const product = await at.n8n.run(
				{ resource: 'product', operation: 'create', ...mapped },
				[productFields({ skuProduto: 'NEW' })],
				go,
			);
			expect(product.json()[0]).toMatchObject({ skuProduto: 'NEW' });
			expect(String(product.json()[0]!.error)).toMatch(/unknown/);
			answers('sandboxOrderCreate', body, 201);
			const order = await at.n8n.run(
				{ resource: 'sandboxOrder', operation: 'create', ...mapped },
				[sandboxOrderFields()],
				go,
			);
			expect(String(order.json()[0]!.error)).toMatch(/unknown/);
			expect(at.hub.count({ endpoint: 'productCreate' })).toBe(1);
			expect(at.hub.count({ endpoint: 'sandboxOrderCreate' })).toBe(1);
		},
	);
});

describe('a batch that was taken without a usable id', () => {
	const kinds: Array<[string, string, string, IDataObject]> = [
		['stock', 'updateBatch', 'stockBatch', { sku: 'CANECA-1', estoque: 1 }],
		['price', 'updateBatch', 'priceBatch', { sku: 'CANECA-1', precoDe: 2, precoPor: 1 }],
		['product', 'createBatch', 'productBatch', productFields({ skuProduto: 'NEW' })],
	];

	describe.each(kinds)('%s %s', (resource, operation, endpoint, entry) => {
		test.each([null, '', ' ', [], [5], {}, true, 0, -1, 1.5, 'abc', undefined])(
			'%j',
			async (id) => {
				answers(endpoint, { id }, 201);
				for (const waitForResult of [true, false]) {
					const result = await at.n8n.run(
						{ resource, operation, ...mapped, waitForResult },
						[entry],
						go,
					);
					if (waitForResult) {
						const [item] = result.json();
						expect(item).toMatchObject({ sucesso: false });
						expect(String(item!.error)).toMatch(/may have been taken|may have taken/);
						expect(String(item!.description)).toMatch(/Get|look/i);
						expect(item).not.toHaveProperty('batchId');
					}
				}
				expect(at.hub.count({ path: /\/v1\/batch\/(0|NaN|null|undefined|true|-1)/ })).toBe(0);
			},
		);
	});

	test('the batches after it are sent all the same', async () => {
		addSkus(at.hub, 150);
		answers('stockBatch', {}, 201);
		const items = Array.from({ length: 150 }, (_, index) => ({ sku: `S${index}`, estoque: 1 }));
		const result = await at.n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			items,
			go,
		);
		expect(at.hub.count({ endpoint: 'stockBatch' })).toBe(2);
		expect(result.json().filter(({ sucesso }) => sucesso === true)).toHaveLength(50);
	});

	test('an id of many digits is polled with all of them', async () => {
		answers('stockBatch', { id: '900719925474099312' }, 201);
		await at.n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...asJson({ sku: 'CANECA-1', estoque: 1 }) },
			[{}],
			go,
		);
		expect(at.hub.count({ path: '/v1/batch/900719925474099312' })).toBeGreaterThan(0);
	});
});

describe('notes that cannot be read spoil themselves only', () => {
	const entries = ['A', 'B', 'C'].map((sku) => ({ sku, estoque: 1 }));
	const good = (sku: string) => ({
		idLista: '1',
		identificador: sku,
		sucesso: true,
		info: 'ok',
		data: '2026-03-01 10:00:00',
	});
	const batch = (observacoes: unknown) => ({
		batchId: 1,
		requestId: 'r',
		data: '2026-03-01 10:00:00',
		tipo: 'produto',
		acao: 'atualizarEstoque',
		status: 'processado',
		contemErros: false,
		observacoes,
	});
	const send = async (observacoes: unknown) => {
		answers('stockBatch', { id: 1 }, 201);
		answers('batchGet', batch(observacoes));
		const result = await at.n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			entries,
			go,
		);
		return result.json().map(({ sku, sucesso }) => [sku, sucesso]);
	};

	test.each<[string, unknown]>([
		['null', null],
		['text', 'ok'],
		['a number', 5],
		['a list', [1]],
		['{}', {}],
		['without a name', { sucesso: true }],
		['without a result', { identificador: 'B' }],
		['with an unreadable result', { identificador: 'B', sucesso: null }],
	])('%s', async (_name, note) => {
		const results = await send([good('A'), note, good('C')]);
		expect(results).toContainEqual(['A', true]);
		expect(results).toContainEqual(['B', false]);
		expect(results).toContainEqual(['C', true]);
	});

	test.each([null, 'x', {}, 5, undefined])(
		'no list of notes at all (%j): nothing is called success',
		async (notes) => {
			expect(await send(notes)).toEqual([
				['A', false],
				['B', false],
				['C', false],
			]);
		},
	);

	test('a note without a usable result is not called a refusal', async () => {
		answers('stockBatch', { id: 1 }, 201);
		answers('batchGet', batch([good('A'), { identificador: 'B' }, good('C')]));
		const result = await at.n8n.run(
			{ resource: 'stock', operation: 'updateBatch', ...mapped },
			entries,
			go,
		);
		expect(String(result.json()[1]!.error)).toMatch(/not reported|unknown|does not say/i);
	});

	test.each([false, true])(
		'a batch that is read (split: %s) comes with its readable notes',
		async (splitEntries) => {
			answers('batchGet', batch([good('A'), null, 'x', good('C')]));
			const result = await at.n8n.run({
				resource: 'batch',
				operation: 'get',
				batchId: '1',
				splitEntries,
			});
			expect(shown(result.nodeError)).toBe('nothing was thrown');
			const names = splitEntries
				? result.json().map(({ identificador }) => identificador)
				: (result.json()[0]!.observacoes as Array<IDataObject | null>).map(
						(note) => note?.identificador,
					);
			expect(names.filter((name) => name !== undefined)).toEqual(['A', 'C']);
		},
	);

	test('results of price writes likewise', async () => {
		answers('customizedPriceSet', {
			resultados: [
				{
					skuProduto: 'A',
					sucessos: [{ idCanalIntegracao: 11, precoDe: 2, precoPor: 1 }],
					erros: null,
				},
				null,
				'x',
				{ skuProduto: 'B', sucessos: [null, 'x'], erros: 5 },
				{ skuProduto: 'C', erros: [{ idCanalIntegracao: 11, mensagem: 'não' }] },
			],
		});
		const items = ['A', 'B', 'C'].map((skuProduto) => ({
			skuProduto,
			idCanalIntegracao: 11,
			precoDe: 2,
			precoPor: 1,
		}));
		const result = await at.n8n.run(
			{ resource: 'customizedPrice', operation: 'set', ...mapped },
			items,
			go,
		);
		expect(result.json().map(({ skuProduto, sucesso }) => [skuProduto, sucesso])).toEqual([
			['A', true],
			['B', false],
			['C', false],
		]);
		expect(result.json()[1]!.error).toMatch(/Not reported/);
		expect(result.json()[2]!.error).toBe('não');
	});
});

describe('lists', () => {
	test.each(['__proto__', 'prototype', 'constructor', 'hasOwnProperty', ''])(
		'a channel called %j keeps its rows',
		async (name) => {
			for (const [resource, endpoint, field] of [
				['securityStock', 'securityStockList', 'produtosEstoqueSeguranca'],
				['customizedPrice', 'customizedPriceList', 'produtosPrecoPersonalizado'],
			] as const) {
				const groups = new Map([
					[name, [{ idProduto: 1, skuProduto: 'A', idCanalIntegracao: 11 }]],
					['Loja', [{ idProduto: 1, skuProduto: 'A', idCanalIntegracao: 12 }]],
				]);
				answers(endpoint, { [field]: Object.fromEntries(groups), info: { total: 2 } });
				const result = await at.n8n.run({ resource, operation: 'getMany', returnAll: true });
				expect(
					result.json().map(({ canal, idCanalIntegracao }) => [canal, idCanalIntegracao]),
				).toEqual([
					[name, 11],
					['Loja', 12],
				]);
			}
		},
	);

	test('a feature called __proto__ is a feature', async () => {
		const json = JSON.stringify(productFields({ skuProduto: 'PROTO' })).replace(
			/\}$/,
			',"caracteristicas":{"__proto__":"x","constructor":"y"}}',
		);
		await at.n8n.run({ resource: 'product', operation: 'create', inputMode: 'json', json });
		expect(at.hub.log.find(({ endpoint }) => endpoint === 'productCreate')!.body).toContain(
			'{"__proto__":"x","constructor":"y"}',
		);
	});

	const labels = (count: number) => {
		const { idPedido } = [...at.hub.state.orders.values()][0]!;
		const conteudo = Buffer.from('^XA^FDx^FS^XZ').toString('base64');
		at.hub.state.labels.set(
			idPedido,
			Array.from({ length: count }, () => ({
				conteudo,
				tipo: 'zpl',
				canal: 'x',
				idPedidoCanal: 1,
			})),
		);
		return idPedido;
	};
	const read = async (idPedido: number) =>
		(
			await at.n8n.run({
				resource: 'shipmentLabel',
				operation: 'get',
				returnAll: true,
				idPedido: { __rl: true, mode: 'id', value: String(idPedido) },
			})
		).items();

	test.each([1, 2])(
		'records that look alike but are separate all come when one is added after page %i',
		async (after) => {
			const idPedido = labels(230);
			const list = at.hub.state.labels.get(idPedido)!;
			let answered = 0;
			Object.defineProperty(list, 'slice', {
				value: (...range: [number, number]) => {
					const page = Array.prototype.slice.apply([...list], range);
					if (++answered === after) list.push(list[0]!);
					return page;
				},
			});
			expect(await read(idPedido)).toHaveLength(231);
			expect(answered).toBeGreaterThan(after);
		},
	);

	test.each([0, '0', 50, -1, 'muitos', null])(
		'total %j on a full page is not the end',
		async (total) => {
			const rows = Array.from({ length: 250 }, (_, index) => ({
				idPedido: index + 1,
				status: 'pago',
			}));
			for (const [index, page] of [
				rows.slice(0, 100),
				rows.slice(100, 200),
				rows.slice(200),
			].entries())
				at.hub.faults.add({
					endpoint: 'orderList',
					path: '/v1/orders',
					kind: 'status',
					status: 200,
					times: 1,
					body: { pedidos: page, info: { total, offset: index * 100, limit: 100 } },
				});
			const result = await at.n8n.run({ resource: 'order', operation: 'getMany', returnAll: true });
			expect(result.json().map(({ idPedido }) => idPedido)).toEqual(
				rows.map(({ idPedido }) => idPedido),
			);
			expect(
				at.hub.log
					.filter(({ endpoint }) => endpoint === 'orderList')
					.map(({ query }) => query.offset),
			).toEqual(['0', '100', '200']);
		},
	);

	test('a hub that gives the same full page again and again comes to an end', async () => {
		const pedidos = Array.from({ length: 100 }, (_, index) => ({ idPedido: index + 1 }));
		answers('orderList', { pedidos, info: { total: 0 } }, 200, Infinity);
		const result = await at.n8n.run({ resource: 'order', operation: 'getMany', returnAll: true });
		expect(result.json()).toHaveLength(100);
		expect(at.hub.count({ endpoint: 'orderList' })).toBeLessThan(5);
	});

	test('rows without an id are not taken for one another', async () => {
		answers('orderList', { pedidos: [{ status: 'a' }, { status: 'b' }], info: { total: 3 } });
		answers('orderList', { pedidos: [{ status: 'c' }], info: { total: 4 } });
		answers('orderList', { pedidos: [], info: { total: 4 } });
		const result = await at.n8n.run({ resource: 'order', operation: 'getMany', returnAll: true });
		expect(result.json().map(({ status }) => status)).toEqual(['a', 'b', 'c']);
	});
});

test('an order without an id in the queue is not acknowledged under another address', async () => {
	answers('queueList', { pedidos: [{ status: 'pago' }], info: { total: 1 } });
	answers('queueList', { pedidos: [], info: { total: 0 } });
	await at.n8n.run({
		resource: 'orderQueue',
		operation: 'getMany',
		acknowledge: true,
		returnAll: true,
	});
	expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
	expect(bodies(at.hub, 'orderInvoiced')).toEqual([]);
});
