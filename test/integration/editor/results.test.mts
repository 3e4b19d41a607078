import { describe, expect, test } from 'vitest';
import { byId, go, hintsOf, mapped, op, shown } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { priceSync, stockSync } from '../../support/sync.mts';

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
	const rows = [{ sku: 'S0', estoque: -1 }];

	test('in version 1.1: its status and the hint say that it was not sent', async () => {
		addSkus(at.hub, ['S0']);
		const real = await at.n8n.done(stockSync, rows, go);
		expect(real.json()).toMatchObject([{ status: 'notSent', outcome: 'notSent' }]);
		const dry = await at.n8n.done({ ...stockSync, dryRun: true }, rows);
		expect(dry.json()).toMatchObject([{ status: 'wouldNotSend' }]);
		expect(hintsOf(dry)[0]).toContain('1 compared, 1 would not be sent');
	});

	test('in version 1: its status is still refused', async () => {
		addSkus(at.hub, ['S0']);
		const result = await at.n8n.done(stockSync, rows, { ...go, typeVersion: 1 });
		expect(result.json()).toMatchObject([{ status: 'refused' }]);
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
		const rows = [{ sku: 'S0', estoque: -1 }, { estoque: 5 }];
		for (const operation of [op('stock updateBatch', mapped), stockSync]) {
			const text = shown((await at.n8n.run(operation, rows)).nodeError);
			expect(text).toMatch(/[\n ]S0: `estoque`/);
			expect(text).toContain('row 2: `sku` is required');
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
