/** Fields of a simplified order, in a list too. */
export const mostUsedOfOrder = [
	'idPedido',
	'idPedidoCanal',
	'idInterno',
	'status',
	'dataEmissao',
	'canal.canalIntegracao',
	'cliente.nome',
	'valores.total',
	'moeda',
];

/** Fields of a simplified order that was read by itself. */
export const orderSimplification = [...mostUsedOfOrder, 'itens'];
