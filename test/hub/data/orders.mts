import isPlainObject from 'lodash/isPlainObject.js';
import mergeWith from 'lodash/mergeWith.js';
import { toDateTime } from '../clock.mts';
import { detailsOf, noFiscalData, orderChannel } from '../orders.mts';
import type { FullOrder, OrderItem, Payment, StoredProduct } from '../records.mts';
import type { HubState } from '../state.mts';
import { customer } from './brazil.mts';
import type { Random } from './random.mts';

const shipping = [
	{ tipoFrete: 'ME2-PAC', freteMapeado: { id: 1, nome: 'PAC' } },
	{ tipoFrete: 'ME2-SEDEX', freteMapeado: { id: 2, nome: 'SEDEX' } },
	{ tipoFrete: 'coleta-local' },
];
const cents = (value: number): number => Math.round(value * 100) / 100;

/** A complete order in status novo whose sums add up, not stored. `issuedAt` in hub ms. */
export function makeOrder(
	state: HubState,
	random: Random,
	issuedAt: number,
	now: number,
): FullOrder {
	const idPedido = state.next('order', 100001);
	const { cliente, entrega } = customer(random);
	const channels = [...state.channels.values()].filter(({ ativo }) => ativo);
	const channel = channels.length > 0 ? random.pick(channels) : undefined;
	const itens = makeItems(state, random);
	const subtotal = cents(itens.reduce((sum, { qtd, valor }) => sum + qtd * valor, 0));
	const frete = random.pick([0, 12.9, 19.9, 34.5]);
	const desconto = random.pick([0, 0, cents(subtotal * 0.05)]);
	const total = cents(subtotal + frete - desconto);
	return {
		idPedido,
		idPedidoCanal: `20000${String(idPedido).padStart(10, '0')}`,
		referenciaPedidoCanal: `REF-${idPedido}`,
		idInterno: null,
		dataEmissao: toDateTime(issuedAt),
		dataIntegracao: toDateTime(Math.min(now, issuedAt + 90_000)),
		status: 'novo',
		moeda: 'BRL',
		canal: channel
			? orderChannel(channel)
			: { canal: 'Loja', canalIntegracao: 'Loja', hashCanal: 'loja' },
		cliente,
		entrega: { ...entrega, prazoEntrega: random.int(2, 12), ...random.pick(shipping) },
		valores: { subtotal, frete, desconto, total },
		fiscal: noFiscalData(),
		itens,
		pagamentos: makePayments(random, total),
	};
}

function makeItems(state: HubState, random: Random): OrderItem[] {
	const products = sellable(state);
	return Array.from({ length: random.int(1, 3) }, () => {
		const qtd = random.int(1, 3);
		if (products.length === 0)
			return { sku: 'AVULSO-1', nome: 'Produto avulso', detalhes: '', qtd, valor: 49.9 };
		const product = random.pick(products);
		const sold = product.variacoes.length > 0 ? random.pick(product.variacoes) : undefined;
		const sku = sold?.skuVariacao ?? product.skuProduto;
		return {
			sku,
			nome: product.nome,
			detalhes: detailsOf(state, sku),
			qtd,
			valor: (sold ?? product).precoPor,
		};
	});
}

/** The first fifty products. */
function sellable(state: HubState): StoredProduct[] {
	const products: StoredProduct[] = [];
	for (const product of state.products.values()) if (products.push(product) === 50) break;
	return products;
}

function makePayments(random: Random, total: number): Payment[] {
	const kind = random.int(1, 4);
	if (kind === 1)
		return [{ metodo: 'boleto', descricao: 'Boleto bancário', qtdParcelas: 1, valor: total }];
	if (kind === 2) {
		const card = cents(total / 2);
		return [
			{
				metodo: 'cartao',
				descricao: 'Cartão de crédito',
				qtdParcelas: random.int(1, 10),
				valor: card,
			},
			{ metodo: 'saldo', descricao: 'Saldo em carteira', valor: cents(total - card) },
		];
	}
	return [{ metodo: 'pix', descricao: 'Pix', qtdParcelas: 1, valor: total }];
}

/** Changes by field name into a record: objects are merged, everything else (lists too) replaced. */
export function merge<T extends object>(record: T, changes: object): T {
	return mergeWith(record, changes, (_before, value: unknown) =>
		isPlainObject(value) ? undefined : value,
	);
}
