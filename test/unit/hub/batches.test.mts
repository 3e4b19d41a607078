import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';
import { product } from './samples.mts';

interface Note {
	idLista: string;
	identificador: string;
	sucesso: boolean;
	info?: string;
	error?: string;
	details?: string[];
}

interface Batch {
	batchId: number;
	requestId: string;
	tipo: string;
	acao: string;
	status: string;
	contemErros: boolean;
	observacoes: Note[];
}

const t = useHub({ clock: 'manual', limits: false });

async function send(kind: 'products' | 'stocks' | 'prices', items: object[]): Promise<number> {
	const key = { products: 'produtos', stocks: 'estoques', prices: 'precos' }[kind];
	const answer = await t.client.post(`/v1/batch/${kind}`, { [key]: items });
	expect(answer.status, answer.text).toBe(201);
	return (answer.json as { id: number }).id;
}

async function read(id: number): Promise<Batch> {
	return (await t.client.get(`/v1/batch/${id}`)).json as Batch;
}

async function run(kind: 'products' | 'stocks' | 'prices', items: object[]): Promise<Batch> {
	const id = await send(kind, items);
	t.hub.clock.advance(3000);
	return await read(id);
}

describe('the life of a batch', () => {
	it('waits, is being processed with partial notes, is processed', async () => {
		const answer = await t.client.post('/v1/batch/stocks', {
			estoques: [1, 2, 3, 4].map((estoque) => ({
				sku: `CAMISETA-1-${'PMGX'[estoque - 1]}`,
				estoque: estoque * 100,
			})),
		});
		const { id } = answer.json as { id: number };
		expect(await read(id)).toMatchObject({
			batchId: id,
			requestId: answer.headers['request-id'],
			tipo: 'produto',
			acao: 'atualizarEstoque',
			status: 'aguardando',
			contemErros: false,
			observacoes: [],
		});
		t.hub.clock.advance(1000);
		expect(await read(id)).toMatchObject({ status: 'processando', observacoes: [] });
		t.hub.clock.advance(1100);
		const partial = await read(id);
		expect(partial.status).toBe('processando');
		expect(partial.observacoes.map(({ identificador }) => identificador)).toEqual([
			'CAMISETA-1-P',
			'CAMISETA-1-M',
		]);
		expect(t.hub.state.findSku('CAMISETA-1-M')?.variation?.estoque).toBe(200);
		expect(t.hub.state.findSku('CAMISETA-1-G')?.variation?.estoque).not.toBe(300);
		t.hub.clock.advance(899);
		expect((await read(id)).status).toBe('processando');
		t.hub.clock.advance(1);
		const done = await read(id);
		expect(done).toMatchObject({ status: 'processado', contemErros: true });
		expect(done.observacoes).toHaveLength(4);
		expect(done.observacoes[3]).toMatchObject({ identificador: 'CAMISETA-1-X', sucesso: false });
	});

	it('applies changes without anyone asking', async () => {
		await send('stocks', [{ sku: 'CANECA-1', estoque: 4321 }]);
		expect(t.hub.state.products.get('CANECA-1')?.estoque).not.toBe(4321);
		t.hub.clock.advance(3000);
		expect(t.hub.state.products.get('CANECA-1')?.estoque).toBe(4321);
	});
});

describe('items fail one by one', () => {
	it('prices', async () => {
		const batch = await run('prices', [
			{ sku: 'CANECA-1', precoDe: 10, precoPor: 10 },
			{ sku: 'CANECA-1', precoDe: 10, precoPor: 10.01 },
			{ sku: 'CAMISETA-1-P', precoDe: 9, precoPor: 8, precoDeMidia: 7, precoPorMidia: 6 },
			{ sku: 'CAMISETA-1-M', precoDe: 9, precoPor: 8, precoDeMidia: 6, precoPorMidia: 7 },
			{ sku: 'NADA', precoDe: 9, precoPor: 8 },
		]);
		expect(batch.acao).toBe('atualizarPreco');
		expect(batch.observacoes.map(({ sucesso }) => sucesso)).toEqual([
			true,
			false,
			true,
			false,
			false,
		]);
		expect(batch.observacoes[1]?.details).toEqual([expect.stringContaining('precoPor')]);
		const { json } = await t.client.get('/v1/products/variation/CAMISETA-1-P');
		expect(json).toMatchObject({ precoDe: 9, precoPor: 8, precoDeMidia: 7, precoPorMidia: 6 });
	});

	it('products: leaders go first, SKUs are used once', async () => {
		const batch = await run('products', [
			product('FILHO-1', { skuProdutoLider: 'LIDER-1' }),
			product('LIDER-1'),
			product('FILHO-2', { skuProdutoLider: 'LIDER-1' }),
			product('LIDER-1'),
			product('CANECA-1'),
			product('CARO-1', { precoPor: 21 }),
			product('SO-1'),
		]);
		expect(batch.acao).toBe('cadastrarProduto');
		expect(
			batch.observacoes.map(({ identificador, sucesso }) => `${identificador} ${sucesso}`),
		).toEqual([
			'FILHO-1 false',
			'LIDER-1 true',
			'FILHO-2 true',
			'LIDER-1 false',
			'CANECA-1 false',
			'CARO-1 false',
			'SO-1 true',
		]);
		expect(batch.observacoes[0]?.details?.join()).toMatch(/líder/);
		expect((await t.client.get('/v1/products/FILHO-2')).status).toBe(200);
		expectRefusal(await t.client.get('/v1/products/FILHO-1'), 404);
	});
});
