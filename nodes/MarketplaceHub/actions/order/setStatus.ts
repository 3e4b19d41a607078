import type { EndpointName } from '../../api/endpoints';
import { optionalRecordOf } from '../../api/schemas/answers';
import { order } from '../../api/schemas/records';
import { bodyProperties, givenBody } from '../common/body';
import { defineOperation, type Operation } from '../operation';
import { orderLocator } from '../common/properties';
import type { INodeProperties } from 'n8n-workflow';

/** What hubs commonly take with a status, as an example to change. */
const examples = {
	faturado: {
		nfeChave: '35260312345678000195550010000001231000001234',
		data: '2026-03-01 10:00:00',
	},
	enviado: { codigoRastreio: 'BR123456789BR', data: '2026-03-01 15:00:00' },
	entregue: { data: '2026-03-05 11:30:00' },
};

/** Says that the reference does not show the body of a status change, and what one may look like. */
const statusNotice = (status: keyof typeof examples): INodeProperties => ({
	displayName: `The public reference does not show this body: ask your hub. An example: <code>${JSON.stringify(examples[status])}</code>`,
	name: 'bodyNotice',
	type: 'notice',
	default: '',
});

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
			const body = givenBody(parameters, itemIndex);
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
