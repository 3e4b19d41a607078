import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import { exact } from './exactJson.mts';
import type { Channel, FullOrder } from './records.mts';
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
	const { cliente, entrega } = body;
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
			nome: cliente.nome,
			email: cliente.email,
			cpfCnpj: cliente.cpfCnpj,
			pessoa: cliente.pessoa,
			telefone: cliente.telefone ?? '',
			celular: cliente.celular ?? '',
			rgIe: cliente.rgIe ?? '',
			sexo: cliente.sexo ?? (cliente.pessoa === 'j' ? 'j' : 'ni'),
			nascimento: cliente.nascimento,
		},
		entrega: {
			cep: entrega.cep,
			destinatario: entrega.destinatario,
			endereco: entrega.endereco,
			bairro: entrega.bairro,
			cidade: entrega.cidade,
			uf: entrega.uf,
			numero: entrega.numero,
			complemento: entrega.complemento ?? '',
			referencia: entrega.referencia ?? '',
			prazoEntrega: entrega.prazoEntrega,
			tipoFrete: entrega.tipoFrete ?? '',
			codigoRastreio: '',
			linkRastreio: '',
		},
		valores: {
			subtotal: body.valores.subtotal,
			frete: body.valores.frete,
			desconto: body.valores.desconto,
			total: body.valores.total,
		},
		fiscal: noFiscalData(),
		itens: body.itens.map(({ sku, nome, qtd, valor }) => ({
			sku,
			nome,
			detalhes: detailsOf(state, sku),
			qtd,
			valor,
		})),
		pagamentos: body.pagamentos.map(({ metodo, descricao, qtdParcelas, valor }) => ({
			metodo,
			descricao,
			qtdParcelas,
			valor,
		})),
	};
	state.addOrder(order);
	return order;
}

export function noFiscalData(): FullOrder['fiscal'] {
	return {
		nfeSerie: '',
		nfeNumero: '',
		nfeChave: '',
		nfseNumero: '',
		nfseCodigoVerificacao: '',
		nfseUrlConsulta: '',
	};
}

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

/** The body of the sandbox operation; optional fields as in the part 'Orders'. */
export interface SandboxOrder {
	idPedidoCanal: string;
	referenciaPedidoCanal?: string;
	canal: string;
	dataEmissao: string;
	moeda: string;
	cliente: Pick<FullOrder['cliente'], 'nome' | 'email' | 'cpfCnpj' | 'pessoa' | 'nascimento'> &
		Partial<FullOrder['cliente']>;
	entrega: Omit<
		FullOrder['entrega'],
		'complemento' | 'referencia' | 'tipoFrete' | 'codigoRastreio' | 'linkRastreio'
	> &
		Partial<FullOrder['entrega']>;
	valores: FullOrder['valores'];
	itens: Omit<FullOrder['itens'][number], 'detalhes'>[];
	pagamentos: FullOrder['pagamentos'];
}
