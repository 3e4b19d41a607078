import { acknowledgeIfWaiting } from '../../api/queue/acknowledge';
import { statusOptions } from '../../shared/properties';
import { queuedOrderLocator } from '../form/locators';
import { defineOperation } from '../operation';

/** Queue removal at /v1/orders/queue/{id} (reference: Orders; the method is assumed). */
export const acknowledge = defineOperation({
	option: {
		name: 'Acknowledge',
		value: 'acknowledge',
		action: 'Acknowledge order in queue',
		toolDescription:
			'Take one order out of the queue, for good, once another system has stored it. Not to look at an order, and never for one that nobody has stored: the hub does not show it there again. Writes; one or two requests.',
		description: 'Remove an order from the queue once it is stored, so you receive later updates',
	},
	properties: [
		queuedOrderLocator,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			default: 'pago',
			description: 'The status with which the order was stored in your system',
		},
		{
			displayName: 'Internal ID',
			name: 'idInterno',
			type: 'string',
			default: '',
			placeholder: 'e.g. 90071',
			description:
				"Number of the order in your system (idInterno), up to 18 digits. Leave empty to send the hub's order ID.",
		},
	],
	endpoints: ['acknowledge', 'queueList'],
	output: { idPedido: 'string', idInterno: 'string', status: 'string', acknowledged: 'boolean' },
	async perItem({ hub, parameters }, itemIndex) {
		const idPedido = parameters.text('idPedido', itemIndex).trim();
		const idInterno = parameters.text('idInterno', itemIndex).trim() || idPedido;
		const status = parameters.text('status', itemIndex);
		await acknowledgeIfWaiting(hub, idPedido, { idInterno, status });
		return { idPedido, idInterno, status, acknowledged: true };
	},
});
