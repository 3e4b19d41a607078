import { DateTime } from 'luxon';
import { hubDate } from '../../api/values/hubDates';
import { anything } from '../../api/schemas/reads/answers';
import { isBlank } from '../../api/values/blanks';
import { readMoment } from '../../shared/typedValues';
import { bodyProperties, givenBody } from '../form/body';
import { defineOperation } from '../operation';
import { reachStatus } from '../order/reachStatus';
import { orderLocator } from '../form/locators';
import { assertSandbox } from './create';

/** Sandbox-only payment simulation at /v1/orders/{id}/paid (reference: Orders; the method is assumed). */
export const simulatePayment = defineOperation({
	option: {
		name: 'Simulate Payment',
		value: 'simulatePayment',
		action: 'Simulate payment of sandbox order',
		toolDescription:
			"Mark a test order as paid, in the hub's sandbox. Never for real orders. Writes; a request that reads the order, then one that writes, 60 a minute.",
		description:
			'Turn a sandbox order from novo to pago; it appears in the order queue and triggers the webhook',
	},
	properties: [
		orderLocator,
		{
			displayName: 'Paid At',
			name: 'dataOcorrencia',
			type: 'dateTime',
			default: '',
			description:
				"When the payment happened (dataOcorrencia), in the workflow's time zone. Leave empty for now.",
		},
		...bodyProperties,
	],
	endpoints: ['sandboxOrderPaid', 'orderGet'],
	output: {
		outcome: 'string',
		...{ idPedido: 'string', status: 'string', dataOcorrencia: 'string', paid: 'boolean' },
	},
	async perItem({ hub, parameters }, itemIndex) {
		await assertSandbox(hub);
		const idPedido = parameters.text('idPedido', itemIndex).trim();
		const zone = parameters.timezone;
		const given = parameters.value('dataOcorrencia', itemIndex);
		const moment = isBlank(given) ? DateTime.now() : readMoment('dataOcorrencia', given, zone);
		const body = {
			dataOcorrencia: hubDate(moment.setZone(zone)),
			...givenBody(parameters, itemIndex),
		};
		const { dataOcorrencia } = body;
		const { status, outcome } = await reachStatus(hub, idPedido, 'pago', async () => {
			await hub.request('sandboxOrderPaid', { path: { id: idPedido }, body }, anything);
			return { status: 'pago' };
		});
		const when = outcome === 'done' ? { dataOcorrencia } : {};
		return { outcome, idPedido, status, ...when, paid: true };
	},
});
