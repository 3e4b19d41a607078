import { addBatch, batchRecord } from '../batches.mts';
import {
	notFound,
	type Answer,
	type Context,
	type HandlerRequest,
	type Handlers,
} from '../context.mts';
import { writtenFields } from '../products.mts';
import type { BatchItem } from '../records.mts';

function created(
	context: Context,
	{ requestId }: HandlerRequest,
	acao: string,
	items: BatchItem[],
): Answer {
	const { batchId } = addBatch(context, requestId, { tipo: 'produto', acao }, items);
	return { status: 201, body: { id: batchId } };
}

/** Batches of products, stocks and prices (parts 'Products' and 'Batches'). */
export const batchHandlers = {
	productBatch: (context, request) => {
		const products = request.body.produtos.map((product) => writtenFields(product));
		const items = products.map((value) => ({ kind: 'product' as const, value }));
		return created(context, request, 'cadastrarProduto', items);
	},

	stockBatch: (context, request) => {
		const items = request.body.estoques.map((value) => ({ kind: 'stock' as const, value }));
		return created(context, request, 'atualizarEstoque', items);
	},

	priceBatch: (context, request) => {
		const items = request.body.precos.map((value) => ({ kind: 'price' as const, value }));
		return created(context, request, 'atualizarPreco', items);
	},

	batchGet: (context, { params }) => {
		const record = batchRecord(context, Number(params.id));
		if (!record) throw notFound('Lote');
		return { status: 200, body: record };
	},
} satisfies Partial<Handlers>;
