import { notFound, Refusal, type Handlers } from '../context.mts';
import { page } from '../pages.mts';
import {
	basicProduct,
	fullProduct,
	storeProduct,
	variationRecord,
	writtenFields,
} from '../products.mts';
import { productProblems } from '../rules/productRules.mts';
import type { ProductWrite } from '../records.mts';

/** Single products and variations (part 'Products'). */
export const productHandlers = {
	productList: (context, request) => {
		const { records, info } = page(context, request, [...context.state.products.values()]);
		return {
			status: 200,
			body: { produtos: records.map((product) => basicProduct(product, context.address)), info },
		};
	},

	productGet: ({ state }, { params }) => {
		const product = state.products.get(params.sku ?? '');
		if (!product) throw notFound('Produto');
		return { status: 200, body: fullProduct(product) };
	},

	variationGet: ({ state }, { params }) => {
		const found = state.findVariation(params.sku ?? '');
		if (!found) throw notFound('Variação');
		return { status: 200, body: variationRecord(found.product, found.variation) };
	},

	productCreate: ({ state }, { body }) => {
		const written = writtenFields(body);
		const details = productProblems(state, written);
		if (details.length > 0) throw new Refusal(400, 'Produto inválido.', details);
		return { status: 201, body: fullProduct(storeProduct(state, written)) };
	},

	productUpdate: ({ state }, { params, body }) => {
		const product = state.products.get(params.sku ?? '');
		if (!product) throw notFound('Produto');
		const changes = writtenFields(body);
		if (changes.skuProduto !== undefined && changes.skuProduto !== product.skuProduto) {
			throw new Refusal(400, 'Produto inválido.', ['skuProduto: não pode ser alterado']);
		}
		const merged = { ...writtenFields<ProductWrite>(product), ...changes };
		const details = productProblems(state, merged, product.skuProduto);
		if (details.length > 0) throw new Refusal(400, 'Produto inválido.', details);
		return { status: 200, body: fullProduct(storeProduct(state, merged)) };
	},

	productDelete: ({ state }, { params }) => {
		const sku = params.sku ?? '';
		if (!state.products.has(sku)) throw notFound('Produto');
		if ((state.linkedProducts.get(sku) ?? []).length > 0) {
			throw new Refusal(400, 'Produto vinculado a um canal não pode ser excluído.');
		}
		const children = [...state.products.values()].filter(
			({ skuProduto, skuProdutoLider }) => skuProdutoLider === sku && skuProduto !== sku,
		);
		if (children.length > 0) {
			const details = children.map(({ skuProduto }) => `filho: ${skuProduto}`);
			throw new Refusal(
				400,
				'Produto com filhos não pode ser excluído: exclua os filhos antes.',
				details,
			);
		}
		state.removeProduct(sku);
		return { status: 204 };
	},
} satisfies Partial<Handlers>;
