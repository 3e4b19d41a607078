import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import * as contract from './contract/orders.mts';
import { known } from './contract/schema.mts';
import { exact } from './exactJson.mts';
import type { Channel, FullOrder, SandboxOrder } from './records.mts';
import type { HubState } from './state.mts';

/** The full record as an answer. */
export function fullOrder(order: FullOrder): object {
	return { ...order, idInterno: exact(order.idInterno) };
}

/** An item of the order list: less about customer and delivery, no items, with links. */
export function basicOrder(order: FullOrder, address: Context['address']): object {
	const id = { id: order.idPedido };
	return known(contract.basicOrder, {
		...order,
		idInterno: exact(order.idInterno),
		links: {
			GET: address('orderGet', id),
			PUT: {
				faturado: address('orderInvoiced', id),
				enviado: address('orderSent', id),
				entregue: address('orderDelivered', id),
			},
		},
	});
}

/** The `canal` object of an order that came in through a channel. */
export function orderChannel(
	channel: Channel,
	canal = channel.nome.replace(/ - .*/, ''),
): FullOrder['canal'] {
	return { canal, canalIntegracao: channel.nome, hashCanal: channel.hash };
}

/** A new order in status novo from the body of the sandbox operation, stored. `now` in hub ms. */
export function orderFromSandbox(state: HubState, body: SandboxOrder, now: number): FullOrder {
	const channels = [...state.channels.values()];
	const channel =
		channels.find(({ hash, nome }) => hash === body.canal || nome === body.canal) ??
		channels.find(({ nome }) => nome.startsWith(`${body.canal} - `)) ??
		channels[0];
	const given = known(contract.sandboxOrder, body);
	const sexo = body.cliente.pessoa === 'j' ? 'j' : 'ni';
	const order: FullOrder = {
		referenciaPedidoCanal: '',
		...given,
		idPedido: state.next('order', 100001),
		idInterno: null,
		dataIntegracao: toDateTime(now),
		status: 'novo',
		canal: {
			canal: body.canal,
			canalIntegracao: channel?.nome ?? body.canal,
			hashCanal: channel?.hash ?? '',
		},
		cliente: { ...noCustomer, sexo, ...given.cliente },
		entrega: { ...noDelivery, ...given.entrega },
		fiscal: noFiscalData(),
		itens: given.itens.map((item) => ({ ...item, detalhes: detailsOf(state, item.sku) })),
	};
	state.addOrder(order);
	return order;
}

const noCustomer = { telefone: '', celular: '', rgIe: '' };
const noDelivery = {
	complemento: '',
	referencia: '',
	tipoFrete: '',
	codigoRastreio: '',
	linkRastreio: '',
};

export const noFiscalData = (): FullOrder['fiscal'] => ({
	nfeSerie: '',
	nfeNumero: '',
	nfeChave: '',
	nfseNumero: '',
	nfseCodigoVerificacao: '',
	nfseUrlConsulta: '',
});

/** Color, size or voltage of a SKU as an order item tells it. */
export function detailsOf(state: HubState, sku: string): string {
	const found = state.findSku(sku);
	if (!found) return '';
	const { product, variation } = found;
	const parts = [
		product.cor && `Cor: ${product.cor}`,
		variation?.tamanho && `Tamanho: ${variation.tamanho}`,
		variation?.voltagem && `Voltagem: ${variation.voltagem}`,
	];
	return parts.filter(Boolean).join(', ');
}
