import type { IDataObject } from 'n8n-workflow';
import type { EndpointName } from '../../api/endpoints';
import { optionalOrderOf } from '../../api/schemas/reads/orderAnswers';
import { orderRecord } from '../../api/schemas/reads/records';
import { isAccessKey } from '../../api/values/accessKey';
import { isBlank } from '../../api/values/blanks';
import { isRecord } from '../../api/values/objects';
import { notice } from '../../shared/properties';
import { bodyProperties, givenBody } from '../form/body';
import { defineOperation, type Operation } from '../operation';
import { reachStatus } from './reachStatus';
import { orderLocator } from '../form/locators';
import type { ListHint } from '../hints';

/** Fields that hubs commonly take with a status, with an example of each. */
const bodyExamples = {
	faturado: 'nfeChave (44 characters), data (2026-03-01 10:00:00)',
	enviado: 'codigoRastreio (BR123456789BR), data (2026-03-01 15:00:00)',
	entregue: 'data (2026-03-05 11:30:00)',
};

/**
 * The operation that sets one status at an address of `links.PUT` (reference: Orders; body and answer are not shown).
 * @param word the status in the words of the editor, e.g. `Sent`
 */
function setStatus<Name extends EndpointName>(
	word: string,
	endpoint: Name,
	status: keyof typeof bodyExamples,
): Operation<Name | 'orderGet'> {
	return defineOperation({
		option: {
			name: `Set as ${word}`,
			value: `setAs${word}`,
			action: `Set order as ${word.toLowerCase()}`,
			toolDescription: `Tell the hub, and so the marketplace and the buyer, that one order is ${word.toLowerCase()}. Only once that is so: it cannot be taken back. An order that is further on stays as it is. Not to look at an order: that is Get order. Writes; a request that reads the order, then one that writes.`,
			description: `Tell the hub that an order is ${status}. Orders already in this or a later status are returned unchanged.`,
		},
		properties: [
			orderLocator,
			notice(
				'bodyNotice',
				`Hubs often take ${bodyExamples[status]}. The public reference does not show this body: ask your hub which fields it takes, then add them below.`,
			),
			...bodyProperties,
		],
		endpoints: [endpoint, 'orderGet'],
		output: { outcome: 'string', ...orderRecord },
		async perItem(context, itemIndex) {
			const { hub, parameters } = context;
			const idPedido = parameters.text('idPedido', itemIndex).trim();
			const body = givenBody(parameters, itemIndex);
			const answer = optionalOrderOf(idPedido);
			const reached = await reachStatus(hub, idPedido, status, async () => {
				const changed = await hub.request(endpoint, { path: { id: idPedido }, body }, answer);
				return changed ?? { idPedido, status };
			});
			if (status === 'faturado' && lacksInvoiceKey(reached, body))
				context.hints.list(noInvoiceKey, idPedido);
			return reached;
		},
	});
}

/**
 * Whether the order shows none, nor the number of a note of services, and none was sent: an access key in any field,
 * because the reference does not show the body.
 */
const lacksInvoiceKey = ({ fiscal }: IDataObject, body: unknown): boolean =>
	isRecord(fiscal) && [fiscal.nfeChave, fiscal.nfseNumero].every(isBlank) && !holdsKey(body);

const holdsKey = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(holdsKey)
		: isAccessKey(String(value ?? ''));

export const setAsInvoiced = setStatus('Invoiced', 'orderInvoiced', 'faturado');
export const setAsSent = setStatus('Sent', 'orderSent', 'enviado');
export const setAsDelivered = setStatus('Delivered', 'orderDelivered', 'entregue');

const noInvoiceKey: ListHint = {
	type: 'warning',
	words: 'Invoiced without an invoice key',
	advice:
		'The hub shows none at these orders. Give it as a field of the body, often nfeChave, before an order is invoiced.',
};
