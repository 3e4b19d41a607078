import type { EndpointName } from '../../api/endpoints';
import { optionalRecordOf } from '../../api/schemas/answers';
import { order } from '../../api/schemas/records';
import { bodyProperties, readBody } from '../common/body';
import { defineOperation, type Operation } from '../operation';
import { orderLocator } from '../common/locators';
import { statusNotice } from './statusNotice';

/** The operation that sets one status at an address of `links.PUT` (reference: Orders; body and answer are not shown). */
function setStatus<Name extends EndpointName>(
	name: string,
	value: string,
	endpoint: Name,
	status: 'faturado' | 'enviado' | 'entregue',
): Operation<Name> {
	return defineOperation({
		option: {
			name,
			value,
			action: name.replace(
				/^Set as (\w)/,
				(_, initial: string) => `Set order as ${initial.toLowerCase()}`,
			),
			description: `Tell the hub that an order is ${status}`,
		},
		properties: [orderLocator, statusNotice(status), ...bodyProperties],
		endpoints: [endpoint],
		output: { ...order, updated: 'boolean' },
		async perItem({ hub, parameters }, itemIndex) {
			const idPedido = parameters.text('idPedido', itemIndex);
			const body = readBody(parameters, itemIndex);
			const changed = await hub.request(
				endpoint,
				{ path: { id: idPedido }, body },
				optionalRecordOf(order, 'idPedido', idPedido),
			);
			return changed ?? { idPedido, status, updated: true };
		},
	});
}

export const setAsInvoiced = setStatus(
	'Set as Invoiced',
	'setAsInvoiced',
	'orderInvoiced',
	'faturado',
);
export const setAsSent = setStatus('Set as Sent', 'setAsSent', 'orderSent', 'enviado');
export const setAsDelivered = setStatus(
	'Set as Delivered',
	'setAsDelivered',
	'orderDelivered',
	'entregue',
);
