import { describe, expect, test } from 'vitest';
import { batchNote, batchRecord } from '../../support/batches.mts';
import { answer, byId, go, hintsOf, mapped, op, respond, shown } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { priceSync, stockSync, writes } from '../../support/sync.mts';

const at = setupEach({ seed: { products: 0, channels: 3 } });

const paid = () => at.hub.createOrder({ status: 'pago' }).idPedido;
const invoice = (idPedido: number, nfeChave?: string) =>
	at.n8n.done(
		op('order setAsInvoiced', {
			idPedido: byId(idPedido),
			...(nfeChave && { bodyMode: 'json', bodyJson: JSON.stringify({ nfeChave }) }),
		}),
	);

describe('an order that is set as invoiced', () => {
	const told = 'Invoiced without an invoice key';

	test('without a key has a hint, in the first run and in the next one', async () => {
		const idPedido = paid();
		const first = await invoice(idPedido);
		expect(Object.keys(first.json()[0]!)[0]).toBe('outcome');
		expect(hintsOf(first)).toEqual([expect.stringContaining(`${told}: ${idPedido}. The hub`)]);
		const again = await invoice(idPedido);
		expect(again.json()[0]).toMatchObject({ outcome: 'unchanged' });
		expect(hintsOf(again)).toEqual([expect.stringContaining(told)]);
	});

	test('has no hint where the answer does not show whether there is a key', async () => {
		at.hub.faults.add({ endpoint: 'orderInvoiced', kind: 'status', status: 204 });
		const result = await invoice(paid());
		expect(result.json()).toMatchObject([{ outcome: 'done', status: 'faturado' }]);
		expect(hintsOf(result)).toEqual([]);
	});

	test('with other fields than a key has a hint', async () => {
		const bodyFields = { field: [{ name: 'data', value: '2026-03-01 10:00:00' }] };
		const result = await at.n8n.done(
			op('order setAsInvoiced', { idPedido: byId(paid()), bodyMode: 'fields', bodyFields }),
		);
		expect(hintsOf(result)).toEqual([expect.stringContaining(told)]);
	});

	test.each([
		['as a field of any name', { chave: '35260312345678000195550010000001231000001234' }],
		['in an object', { nota: { chave: 'NFe35260312345678000195550010000001231000001234' } }],
		['with letters, behind NFe', { chave: 'NFe35260712abc34501de35550010000001231000001234' }],
		['with the mask of the CNPJ', { chave: '352607 12.ABC.345/01DE-35 550010000001231000001234' }],
		['in groups', { chave: '3526 0312 3456 7800 0195 5500 1000 0001 2310 0000 1234' }],
	])('with a key %s has no hint', async (_how, body) => {
		const result = await at.n8n.done(
			op('order setAsInvoiced', {
				...{ idPedido: byId(paid()), bodyMode: 'json', bodyJson: JSON.stringify(body) },
			}),
		);
		expect(hintsOf(result)).toEqual([]);
	});

	test('a hostile text in its body does not hold n8n up', async () => {
		const nota = `${'1'.repeat(44)}${' '.repeat(150_000)}1`;
		const begin = performance.now();
		await at.n8n.done(
			op('order setAsInvoiced', {
				...{ idPedido: byId(paid()), bodyMode: 'json', bodyJson: JSON.stringify({ nota }) },
			}),
		);
		expect(performance.now() - begin).toBeLessThan(3_000);
	});

	test('with a key has no hint', async () => {
		const result = await invoice(paid(), '35260312345678000195550010000001231000001234');
		expect(hintsOf(result)).toEqual([]);
	});
});

describe('order of fields', () => {
	const columns = (json: object | undefined) => Object.keys(json ?? {});

	test('a failed entry of a batch starts with outcome, SKU and values, before its texts', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [
			{ sku: 'S0', precoDe: 99.9, precoPor: 79.9 },
			{ sku: 'GONE', precoDe: 99.9, precoPor: 79.9 },
			{ sku: 'S0', precoDe: 9, precoPor: 10 },
		];
		const result = await at.n8n.done(op('price updateBatch', mapped), rows, go);
		expect(result.json()[0]).toMatchObject({ sku: 'S0', precoDe: 99.9, precoPor: 79.9 });
		expect(columns(result.json()[1]).slice(0, 5)).toEqual([
			...['sku', 'batchId', 'sucesso', 'precoDe', 'precoPor'],
		]);
		expect(columns(result.json()[2]).slice(0, 2)).toEqual(['outcome', 'sku']);
	});

	test.each([
		['customizedPrice set', { idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 0, precoPor: 10 }],
		['listingPrice set', { idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 0, precoPor: 10 }],
		['product create', { skuProduto: 'S0' }],
		['securityStock sync', { idCanalIntegracao: 11, sku: 'S0' }],
	])(
		'%s: outcome is the first column of an entry that failed, or SKU and status',
		async (name, row) => {
			const result = await at.n8n.done(op(name, mapped), [row], go);
			const isSync = name.endsWith('sync');
			expect(columns(result.json()[0])[0]).toBe(isSync ? 'sku' : 'outcome');
		},
	);

	test('a failed entry of a sync or its dry run starts with SKU and status, before its texts', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [{ sku: 'S0', precoDe: 9, precoPor: 10 }];
		const real = await at.n8n.done(priceSync, rows, go);
		expect(columns(real.json()[0]).slice(0, 2)).toEqual(['sku', 'status']);
		const dry = await at.n8n.done({ ...priceSync, dryRun: true }, rows);
		expect(columns(dry.json()[0]).slice(0, 2)).toEqual(['sku', 'status']);
	});
});

describe('a row that breaks a rule is not sent, in a sync as in a batch', () => {
	test.each([
		['stock', { sku: 'S0', estoque: 2.5 }],
		['stock', { sku: '', estoque: 1 }],
		['price', { sku: 'S0', precoDe: '1,199', precoPor: '39,90' }],
		['customizedPrice', { idCanalIntegracao: 11, skuProduto: 'S0', precoDe: 9, precoPor: -1 }],
		[
			'customizedPrice',
			{ idCanalIntegracao: 'Loja Nova', skuProduto: 'S0', precoDe: 10, precoPor: 9 },
		],
		['securityStock', { idCanalIntegracao: 11, sku: 'S0', estoqueSeguranca: -1 }],
		['product', { skuProduto: 'S0', precoDe: 'caro' }],
	])('%s %o: its status and the hint say that it was not sent', async (resource, row) => {
		addSkus(at.hub, ['S0']);
		const sync = op(`${resource} sync`, mapped);
		const real = await at.n8n.done(sync, [row], go);
		expect(real.json()).toMatchObject([
			{ status: 'notSent', outcome: 'notSent', error: expect.any(String) },
		]);
		const dry = await at.n8n.done({ ...sync, dryRun: true }, [row]);
		expect(dry.json()).toMatchObject([{ status: 'wouldNotSend', error: expect.any(String) }]);
		expect(hintsOf(dry)[0]).toContain('1 row, 1 would not be sent');
		expect(writes(at.hub)).toEqual([]);
	});
});

describe('labels of several orders', () => {
	const labels = (orders: number[], more = {}) =>
		at.n8n.done(
			op('shipmentLabel get', { idPedido: byId('={{ $json.id }}'), ...more }),
			orders.map((id) => ({ id })),
		);
	const label = (idPedido: number) =>
		at.hub.state.labels.set(idPedido, [
			{
				...{ canal: 'Mercado Azul', idPedidoCanal: 20000, tipo: 'zpl' },
				conteudo: Buffer.from('^XA^FDx^FS^XZ').toString('base64'),
			},
		]);

	test('a hint names the orders without a label, and the others have theirs', async () => {
		const [one, two, three] = [paid(), paid(), paid()];
		for (const id of [one, three]) at.hub.state.labels.set(id, []);
		label(two);
		const result = await labels([one, two, three]);
		expect(result.json()).toHaveLength(1);
		expect(hintsOf(result)).toEqual([
			`The hub has no label yet for these orders: ${one}, ${three}. Labels come once an order is paid: see its status with Order > Get.`,
		]);
	});
});

describe('messages', () => {
	test('name a row by its SKU, else by its number from 1', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [{ sku: 'S0', estoque: 2.5 }, { estoque: 5 }];
		for (const operation of [op('stock updateBatch', mapped), stockSync]) {
			const text = shown((await at.n8n.run(operation, rows)).nodeError);
			expect(text).toMatch(/[\n ]S0: Stock \(Pieces\) \(`estoque`\)/);
			expect(text).toContain('row 2: SKU (`sku`) is required');
		}
	});

	test('name the rows of one SKU that differ', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [4, 5].map((estoque) => ({ sku: 'S0', estoque }));
		const result = await at.n8n.run(stockSync, rows);
		expect(shown(result.nodeError)).toContain('(rows 1, 2)');
	});

	test("do not double the full stop of the hub's words", async () => {
		const rows = ['GONE', 'GONE-2'].map((sku) => ({ sku, precoDe: 99.9, precoPor: 79.9 }));
		const result = await at.n8n.run(op('price updateBatch', mapped), rows);
		expect(shown(result.nodeError)).toContain('não encontrado');
		expect(shown(result.nodeError)).not.toMatch(/\.\.|\.;/);
	});

	test('do not list a batch that the hub does not have', async () => {
		const text = shown((await at.n8n.run(op('batch wait', { batchId: '99999' }))).nodeError);
		expect(text).toContain('The hub has no batch 99999');
		expect(text).not.toContain('Batches in the hub');
	});

	test('name text that can be read in two ways, even if nothing is sent', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [{ sku: 'S0', estoque: '1.500' }];
		const dry = await at.n8n.done({ ...stockSync, dryRun: true, guardMode: 'off' }, rows);
		expect(hintsOf(dry).join('\n')).toContain(
			'Text that can be read in two ways is read as follows: `estoque` "1.500" as 1500.',
		);
	});
});

describe('the words of a failure stand once', () => {
	const refused = { sku: 'V0', batchId: 1, sucesso: false, error: 'Recusado' };
	const told = async (details: unknown) => {
		addSkus(at.hub, ['V0']);
		const record = batchRecord([batchNote('V0', { ...refused, details })]);
		answer(at.hub, 'batchGet', record, 200, 100);
		const rows = [{ sku: 'V0', estoque: 1 }];
		const result = await at.n8n.done(op('stock updateBatch', mapped), rows, go);
		return result.json()[0]!;
	};

	test('details of the hub are no description, too', async () => {
		const json = await told(['variações: V0-0']);
		expect(json).toMatchObject({ error: 'Recusado', details: ['variações: V0-0'] });
		expect(json).not.toHaveProperty('description');
	});

	test('what is empty is left out', async () => {
		const json = await told([]);
		expect(json).not.toHaveProperty('details');
		expect(json).not.toHaveProperty('description');
	});

	test('a rule that a value breaks is in the message alone', async () => {
		const rows = [{ sku: 'V0', estoque: 2.5 }];
		const result = await at.n8n.done(op('stock updateBatch', mapped), rows, go);
		expect(result.json()[0]).toMatchObject({
			error: 'Stock (Pieces) (`estoque`) must be a whole number, got 2.5',
		});
		expect(result.json()[0]).not.toHaveProperty('details');
	});
});

describe('rows of the input for which a list has nothing', () => {
	test('are named in a hint', async () => {
		const { idPedidoCanal } = at.hub.createOrder({ status: 'pago' });
		const find = op('order getMany', {
			returnAll: true,
			filters: { marketplaceOrderId: '={{ $json.id }}' },
		});
		const rows = [idPedidoCanal, 'NADA-1', 'NADA-2'].map((id) => ({ id }));
		const result = await at.n8n.done(find, rows);
		expect(result.json()).toHaveLength(1);
		expect(hintsOf(result)).toEqual([
			'No results for rows 2, 3 of the input. The other rows have some.',
		]);
	});
});

describe('a sync that cannot read the hub, where the workflow goes on', () => {
	const rows = [
		{ sku: 'S0', estoque: 1 },
		{ sku: 'S1', estoque: 2.5 },
	];
	const unread = async (parameters: object) => {
		respond(at.hub, 'productGet', 503, { times: 20 });
		return await at.n8n.done({ ...stockSync, ...parameters }, rows, go);
	};

	test('gives each row its SKU, its status and the reason', async () => {
		const result = await unread({});
		expect(result.json()).toMatchObject([
			{ sku: 'S0', status: 'notSent', outcome: 'notSent', httpStatus: 503 },
			{ sku: 'S1', status: 'notSent', error: expect.stringContaining('a whole number') },
		]);
		expect(hintsOf(result)[0]).toMatch(/^Nothing was sent: 2 rows, 2 not sent, /);
	});

	test('does so in a dry run, too', async () => {
		const result = await unread({ dryRun: true });
		expect(result.json()).toMatchObject([{ sku: 'S0', status: 'notSent' }, { sku: 'S1' }]);
	});
});
