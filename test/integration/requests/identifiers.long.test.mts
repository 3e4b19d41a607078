import { describe, expect, test } from 'vitest';
import {
	asJson,
	bodies,
	byId,
	bySku,
	fromList,
	go,
	mapped,
	op,
	shown,
	split,
} from '../../support/items.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 3, queued: 3, fiscalDocuments: 8 } });

/** Numbers that JavaScript no longer keeps exactly, and one that it writes with an exponent. */
const inexact = ['={{ 9007199254740993 }}', '={{ 1e21 }}', '={{ 12345678901234567890 }}'];
const asText = /give it as text/i;

/** What is said of an operation that cannot be carried out; nothing was sent for it. */
async function refusal(name: string, parameters: object): Promise<string> {
	const result = await at.n8n.run(op(name, parameters));
	expect(at.hub.log).toEqual([]);
	return shown(result.nodeError);
}

describe.each([
	'order get',
	'order setAsInvoiced',
	'order setAsSent',
	'order setAsDelivered',
	'orderQueue acknowledge',
	'sandboxOrder simulatePayment',
	'shipmentLabel get',
])('%s: the order ID', (name) => {
	test('has 1 to 18 exact digits', async () => {
		const words = 'queue abc 12a -1 1.5 12/paid １２ 1e3 +1 0x1'.split(' ');
		for (const id of [...words, '1 2', '1'.repeat(19)])
			for (const idPedido of [byId(id), fromList(id), fromList(`={{ "${id}" }}`)]) {
				const said = await refusal(name, { idPedido });
				expect(said).toContain('`idPedido`) must be');
				expect(said).toContain(`'${id}'`);
				expect(said).toMatch(/digits.*\n.*(Pick|Enter)/s);
			}
		for (const value of ['""', '" "', '-1', '1.5', 'null', 'true', '[1]', '({})'])
			for (const idPedido of [byId(`={{ ${value} }}`), fromList(`={{ ${value} }}`)])
				expect(await refusal(name, { idPedido }), value).toMatch(/`id(Pedido)?`/);
		for (const value of inexact)
			expect(await refusal(name, { idPedido: byId(value) }), value).toMatch(asText);
	});

	test('may have 18 digits, and blanks around it', async () => {
		const paths = () => at.hub.log.map(({ path }) => path).join();
		const id = '900719925474099301';
		await at.n8n.run(op(name, { idPedido: byId(id) }));
		expect(paths()).toContain(`/${id}`);
		const [known] = at.hub.state.orders.keys();
		await at.n8n.run(op(name, { idPedido: byId(` ${known}\n`) }));
		expect(paths()).toMatch(new RegExp(`/${known}(/|,|$)`));
	});
});

test('an order with a wrong ID does not keep the other items from being set', async () => {
	const [first, second] = [...at.hub.state.orders.keys()];
	const { items } = await at.n8n.run(
		op('order setAsInvoiced', { idPedido: byId('={{ $json.id }}') }),
		[{ id: first }, { id: 'queue' }, { id: second }],
		split,
	);
	expect(items(0)).toHaveLength(2);
	expect(items(1).map(({ json }) => json.error)).toEqual([expect.stringContaining("'queue'")]);
	expect(at.hub.count({ path: '/v1/orders/queue/invoiced' })).toBe(0);
});

test('an internal ID that is no longer exact is refused', async () => {
	const [id] = at.hub.state.queue.keys();
	for (const idInterno of inexact)
		expect(await refusal('orderQueue acknowledge', { idPedido: byId(id!), idInterno })).toMatch(
			asText,
		);
});

describe('batches and channels', () => {
	test.each(['get', 'wait'])('batch %s: the ID has exact digits', async (operation) => {
		for (const batchId of ['products', '5a', '1.5', '-1', '1'.repeat(19)])
			expect(await refusal(`batch ${operation}`, { batchId })).toContain('`batchId`) must be');
		for (const batchId of [' ', '={{ 1.5 }}', ...inexact])
			expect(await refusal(`batch ${operation}`, { batchId }), batchId).toMatch(/`(batchId|id)`/);
	});

	test.each([
		['customizedPrice delete', {}],
		['listingPrice delete', { prefixoCanalIntegracao: 'CLA' }],
		['securityStock set', { estoqueSeguranca: 1 }],
	])('%s: a channel is a whole number from 1', async (name, more) => {
		for (const channel of ['Loja', '0', '-1', '1.5', ' ', '={{ 1.5 }}', ...inexact]) {
			const place = { idCanalIntegracao: byId(channel), sku: bySku('CANECA-1') };
			expect(await refusal(name, { ...place, ...more }), channel).toContain('idCanalIntegracao');
		}
	});

	test.each(['customizedPrice', 'fiscalDocument', 'securityStock'])(
		'%s getMany: a filter takes only whole numbers from 1 as channels',
		async (resource) => {
			const wrong = ['abc', '0', '-1', '1.5', '11, abc', '={{ [11, 0] }}', '={{ 1.5 }}', '11|12'];
			for (const idCanalIntegracao of wrong)
				expect(
					await refusal(`${resource} getMany`, { filters: { idCanalIntegracao } }),
					idCanalIntegracao,
				).toContain('`idCanalIntegracao`) must be the ID of a channel (Channel > Get Many');
			const filters = { idCanalIntegracao: '={{ [9007199254740993] }}' };
			expect(await refusal(`${resource} getMany`, { filters })).toMatch(asText);
		},
	);
});

describe('SKUs', () => {
	const blanks = ['', ' ', '\t', '\u00a0', '\u200b', ' \u2003 '].map(
		(value) => `={{ "${value}" }}`,
	);

	test.each([
		['product get', 'sku'],
		['product delete', 'sku'],
		['product update', 'sku'],
		['product getVariation', 'skuVariacao'],
		['customizedPrice delete', 'sku'],
		['listingPrice delete', 'sku'],
		['securityStock set', 'sku'],
	])('%s: blanks and inexact numbers are not a SKU', async (name, field) => {
		for (const value of [...blanks, ...inexact]) {
			const said = await refusal(name, {
				idCanalIntegracao: byId(11),
				prefixoCanalIntegracao: 'CLA',
				estoqueSeguranca: 1,
				...asJson({ nome: 'Novo' }),
				[field]: field === 'sku' ? bySku(value) : value,
			});
			expect(said, value).toMatch(/sku/i);
			if (inexact.includes(value)) expect(said).toMatch(asText);
		}
	});

	test.each([
		['stock updateBatch', 'sku', { estoque: 1 }],
		['price updateBatch', 'sku', { precoDe: 2, precoPor: 1 }],
		['customizedPrice set', 'skuProduto', { idCanalIntegracao: 11, precoDe: 2, precoPor: 1 }],
		['product create', 'skuProduto', productFields()],
		['product createBatch', 'skuProduto', productFields()],
	])('%s: blanks and inexact numbers in a column are not a SKU', async (name, field, entry) => {
		const values = [' ', '\u00a0', 9007199254740993, 1e21];
		const items = values.map((value) => ({ ...entry, [field]: value }));
		const result = await at.n8n.run(op(name, mapped), items, go);
		const required = expect.stringContaining(`\`${field}\`) is required`) as string;
		const exact = expect.stringMatching(asText) as string;
		expect(result.json().map(({ error }) => error)).toEqual([required, required, exact, exact]);
		expect(at.hub.log).toEqual([]);
	});

	test('exact numbers in columns are taken as SKUs', async () => {
		addSkus(at.hub, ['123456789012345']);
		await at.n8n.run(op('stock updateBatch', mapped), [
			{ sku: 123456789012345, estoque: 1 },
			{ sku: '90071992547409931234', estoque: 2 },
		]);
		const estoques = [
			{ sku: '123456789012345', estoque: 1 },
			{ sku: '90071992547409931234', estoque: 2 },
		];
		expect(bodies(at.hub, 'stockBatch')).toEqual([{ estoques }]);
	});
});
