import { addBatch, batchRecord } from '../batches.mts';
import { notFound, type Handler } from '../context.mts';
import { writtenFields } from '../products.mts';
import type { Prices, ProductWrite } from '../records.mts';

/** Batches of products, stocks and prices (parts 'Products' and 'Batches'). */
export const batchHandlers: Record<string, Handler> = {
	productBatch: (context, { body, requestId }) => {
		const { produtos } = body as { produtos: ProductWrite[] };
		const items = produtos.map((value) => ({
			kind: 'product' as const,
			value: writtenFields(value),
		}));
		const batch = addBatch(
			context,
			requestId,
			{ tipo: 'produto', acao: 'cadastrarProduto' },
			items,
		);
		return { status: 201, body: { id: batch.batchId } };
	},

	stockBatch: (context, { body, requestId }) => {
		const { estoques } = body as { estoques: { sku: string; estoque: number }[] };
		const items = estoques.map((value) => ({ kind: 'stock' as const, value }));
		const batch = addBatch(
			context,
			requestId,
			{ tipo: 'produto', acao: 'atualizarEstoque' },
			items,
		);
		return { status: 201, body: { id: batch.batchId } };
	},

	priceBatch: (context, { body, requestId }) => {
		const { precos } = body as { precos: (Prices & { sku: string })[] };
		const items = precos.map((value) => ({ kind: 'price' as const, value }));
		const batch = addBatch(context, requestId, { tipo: 'produto', acao: 'atualizarPreco' }, items);
		return { status: 201, body: { id: batch.batchId } };
	},

	batchGet: (context, { params }) => {
		const record = batchRecord(context, Number(params.id));
		if (!record) throw notFound('Lote');
		return { status: 200, body: record };
	},
};
