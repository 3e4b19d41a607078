const mostUsed = [
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

/** What one needs most of an order in a list. */
export const orderListSimplification = [...mostUsed, 'entrega.prazoEntrega'];

/** What one needs most of a full order. */
export const orderSimplification = [...mostUsed, 'itens'];
