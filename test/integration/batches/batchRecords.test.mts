import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { completeSeed } from '../../support/everyOperation.mts';
import { asJson, mapped, shown } from '../../support/items.mts';
import { addSkus, productFields } from '../../support/products.mts';
import { answer } from '../../support/answers.mts';
import { setup, type Setup } from '../../support/setup.mts';

let at: Setup;
beforeEach(async () => {
	at = await setup({ seed: completeSeed });
});

const go = { onError: 'continueRegularOutput' as const };
const answers = (...told: [string, unknown, number?, number?]) => answer(at.hub, ...told);

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
