/** What one needs most of an order, in a list too. */
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

/** What one needs most of a full order. */
export const orderSimplification = [...mostUsedOfOrder, 'itens'];
