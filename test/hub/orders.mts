import pick from 'lodash/pick.js';
import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import { exact } from './exactJson.mts';
import type { Channel, FullOrder, SandboxOrder } from './records.mts';
import type { HubState } from './state.mts';

/** The full record as an answer. */
export function fullOrder(order: FullOrder): object {
	return { ...order, idInterno: exact(order.idInterno) };
}

/** An item of the order list: less about customer and delivery, no items, with links. */
export function basicOrder(order: FullOrder, address: Context['address']): object {
	const { itens: _itens, pagamentos: _pagamentos, cliente, entrega, ...common } = order;
	const { rgIe: _rgIe, sexo: _sexo, nascimento: _nascimento, ...basicCustomer } = cliente;
	const { freteMapeado: _freteMapeado, ...basicDelivery } = entrega;
	const id = { id: order.idPedido };
	return {
		...common,
		idInterno: exact(order.idInterno),
		cliente: basicCustomer,
		entrega: basicDelivery,
		links: {
			GET: address('orderGet', id),
			PUT: {
				faturado: address('orderInvoiced', id),
				enviado: address('orderSent', id),
				entregue: address('orderDelivered', id),
			},
		},
	};
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
	const order: FullOrder = {
		idPedido: state.next('order', 100001),
		idPedidoCanal: body.idPedidoCanal,
		referenciaPedidoCanal: body.referenciaPedidoCanal ?? '',
		idInterno: null,
		dataEmissao: body.dataEmissao,
		dataIntegracao: toDateTime(now),
		status: 'novo',
		moeda: body.moeda,
		canal: {
			canal: body.canal,
			canalIntegracao: channel?.nome ?? body.canal,
			hashCanal: channel?.hash ?? '',
		},
		cliente: {
			...blank(customerFields),
			sexo: body.cliente.pessoa === 'j' ? 'j' : 'ni',
			...pick(body.cliente, customerFields),
		} as FullOrder['cliente'],
		entrega: {
			...blank(deliveryFields),
			...pick(body.entrega, deliveryFields),
		} as FullOrder['entrega'],
		valores: pick(body.valores, 'subtotal', 'frete', 'desconto', 'total'),
		fiscal: noFiscalData(),
		itens: body.itens.map((item) => ({
			...pick(item, 'sku', 'nome', 'qtd', 'valor'),
			detalhes: detailsOf(state, item.sku),
		})),
		pagamentos: body.pagamentos.map((payment) =>
			pick(payment, 'metodo', 'descricao', 'qtdParcelas', 'valor'),
		),
	};
	state.addOrder(order);
	return order;
}

const customerFields = words(
	'nome email cpfCnpj pessoa telefone celular rgIe sexo nascimento',
) as Array<keyof FullOrder['cliente']>;
const deliveryFields = words(
	'cep destinatario endereco bairro cidade uf numero complemento referencia prazoEntrega tipoFrete codigoRastreio linkRastreio',
) as Array<keyof FullOrder['entrega']>;
const fiscalFields = words(
	'nfeSerie nfeNumero nfeChave nfseNumero nfseCodigoVerificacao nfseUrlConsulta',
);

function words(text: string): string[] {
	return text.split(' ');
}

/** All of the fields, with nothing in them. */
const blank = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

export const noFiscalData = () => blank(fiscalFields) as unknown as FullOrder['fiscal'];

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
