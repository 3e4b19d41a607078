import { toDateTime } from '../clock.mts';
import type { HubState } from '../state.mts';
import type { SeedOptions } from '../types.mts';
import { seedFiscalDocuments } from './fiscal.mts';
import { makeOrder } from './orders.mts';
import { seedProducts } from './products.mts';
import type { Random } from './random.mts';

const channelNames = [
	'Mercado Azul - Loja Oficial',
	'Praça Verde - Principal',
	'Feira Sul - Outlet',
];
const statuses = ['novo', 'pago', 'faturado', 'enviado', 'entregue', 'cancelado'];
const minuteMs = 60_000;

/** Adds data of the kinds and amounts asked for; the same calls give the same data. `now` in hub ms. */
export function seedState(
	state: HubState,
	random: Random,
	options: SeedOptions,
	now: number,
): void {
	seedChannels(state, options.channels ?? 0);
	seedProducts(state, options.products ?? 0);
	seedOrders(state, random, options.orders ?? 0, options.queued ?? 0, now);
	seedFiscalDocuments(state, random, options.fiscalDocuments ?? 0, now);
	seedSecurityStock(state, options.securityStocks ?? 0, now);
	seedCustomizedPrices(state, options.customizedPrices ?? 0);
}

function seedChannels(state: HubState, count: number): void {
	for (let done = 0; done < count; done++) {
		const id = state.next('channel', 11);
		const place = id - 11;
		const round = Math.floor(place / channelNames.length);
		const nome = channelNames[place % channelNames.length] as string;
		state.channels.set(id, {
			id,
			hash: `canal-${id}`,
			nome: round > 0 ? `${nome} ${round + 1}` : nome,
			ativo: place % channelNames.length !== 2,
		});
	}
}

/** The newest `queued` orders wait in the queue. */
function seedOrders(
	state: HubState,
	random: Random,
	count: number,
	queued: number,
	now: number,
): void {
	for (let done = 0; done < count; done++) {
		const order = makeOrder(state, random, now - (count - done) * 10 * minuteMs, now);
		order.status = statuses[done % statuses.length] as string;
		if (['enviado', 'entregue'].includes(order.status)) {
			order.entrega.codigoRastreio = `BR${order.idPedido}BR`;
			order.entrega.linkRastreio = `https://rastreio.example.com/BR${order.idPedido}BR`;
		}
		state.addOrder(order);
		if (done >= count - queued) state.queue.set(order.idPedido, now);
	}
}

function seedSecurityStock(state: HubState, count: number, now: number): void {
	for (const { channel, product } of pairs(state, count)) {
		const attributes = product.variacoes.length > 0 ? product.variacoes : [product];
		for (const { idAtributoSimples } of attributes) {
			state.securityStock.set(`${channel}|${idAtributoSimples}`, {
				idProduto: product.idProduto,
				idAtributoSimples,
				idCanalIntegracao: channel,
				idIntegracao: state.next('integration', 80001),
				estoqueSeguranca: 2,
				dataCadastro: toDateTime(now),
				dataAtualizacao: toDateTime(now),
			});
		}
	}
}

function seedCustomizedPrices(state: HubState, count: number): void {
	for (const { channel, product } of pairs(state, count)) {
		const { idProduto, skuProduto, precoDe, precoPor } = product;
		const raised = (price: number): number => Math.round(price * 110) / 100;
		state.customizedPrices.set(`${channel}|${skuProduto}`, {
			idProduto,
			skuProduto,
			idCanalIntegracao: channel,
			precoDe: raised(precoDe),
			precoPor: raised(precoPor),
		});
	}
}

/** Up to `count` pairs of product and channel: all products of the first channel, then of the next. */
function pairs(state: HubState, count: number) {
	return [...state.channels.keys()]
		.flatMap((channel) => [...state.products.values()].map((product) => ({ channel, product })))
		.slice(0, count);
}
