import type { Simplified } from '../form/outputChoice';

/** Fields of a simplified order, in a list too. */
export const mostUsedOfOrder: Simplified = [
	'idPedido',
	'status',
	'dataEmissao',
	['total', 'valores.total'],
	'idPedidoCanal',
	'idInterno',
	'canal.canalIntegracao',
	'cliente.nome',
	'valores.total',
	'moeda',
];

/** Fields of a simplified order that was read by itself. */
export const orderSimplification: Simplified = [...mostUsedOfOrder, 'itens'];
