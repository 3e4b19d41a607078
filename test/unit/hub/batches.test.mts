import { expect, it } from 'vitest';
import { useHub } from './client.mts';

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
