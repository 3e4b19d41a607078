import { expect, it } from 'vitest';
import { useHub } from './client.mts';

interface Batch {
	status: string;
	observacoes: Array<{ identificador: string }>;
}

const t = useHub({ clock: 'manual', limits: false });

const send = async (estoques: object[]) => {
	const answer = await t.client.put('/v1/products/stock-batch', { estoques });
	expect(answer.status, answer.text).toBe(201);
	return { id: (answer.json as { id: number }).id, requestId: answer.headers['request-id'] };
};
const read = async (id: number): Promise<Batch> => await t.client.read(`/v1/batch/${id}`);

it('waits, is being processed with partial notes, is processed', async () => {
	const { id, requestId } = await send(
		[1, 2, 3, 4].map((n) => ({ sku: `CAMISETA-1-${'PMGX'[n - 1]}`, estoque: n * 100 })),
	);
	expect(await read(id)).toMatchObject({
		batchId: id,
		requestId,
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
	await send([{ sku: 'CANECA-1', estoque: 4321 }]);
	expect(t.hub.state.products.get('CANECA-1')?.estoque).not.toBe(4321);
	t.hub.clock.advance(3000);
	expect(t.hub.state.products.get('CANECA-1')?.estoque).toBe(4321);
});
