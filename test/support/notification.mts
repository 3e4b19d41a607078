import type { IDataObject } from 'n8n-workflow';
import type { Hub } from '../hub/types.mts';

/** The body of a notification about an order of the hub. */
export const notificationOf = (
	{ url }: Pick<Hub, 'url'>,
	idPedido: number | string,
	changes: IDataObject = {},
): IDataObject => ({
	id: 7_000_001,
	dominio: 'pedido',
	urlLeitura: `${url}/v1/orders/${idPedido}`,
	urlConfirmacaoLeitura: `${url}/v1/orders/queue/${idPedido}`,
	data: '2026-11-20 10:00:00',
	...changes,
});
