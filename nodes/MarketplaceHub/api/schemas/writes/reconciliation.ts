import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { preprocess } from '../effects';
import { objectOf, optional, readUnder, type WriteFields, type WriteShape } from '../fields';
import { decimal } from '../kinds/numbers';
import { text } from '../kinds/text';
import { orderListItem } from '../reads/records';

/** A read gives the channel as an object: the first of these that it has names it best. */
const channelKeys = ['hashCanal', 'canalIntegracao', 'canal'];
const channelOfOrder = {
	...text(),
	check: preprocess(
		(value) =>
			isRecord(value) ? channelKeys.map((key) => value[key]).find((name) => !isBlank(name)) : value,
		text().check.optional(),
	),
};

/** Values that another system has of an order, to compare it with the hub (reference: Orders). */
export const reconciliationFields = {
	idPedido: optional(text(), 'Hub Order ID', 'ID that the hub gave the order'),
	idPedidoCanal: optional(
		text(),
		'Marketplace ID',
		'Number or reference of the order in the marketplace',
		readUnder('referenciaPedidoCanal'),
	),
	idInterno: optional(text(), 'Internal ID', 'Number of the order in your system'),
	canal: optional(
		channelOfOrder,
		'Channel',
		'Name, hash or ID of the channel, which tells orders with the same number apart',
	),
	status: optional(text(), 'Status', 'Status of the order, in the words of the hub'),
	total: optional(decimal(0, Infinity, 'money'), 'Total (BRL)', 'Total of the order in BRL', {
		read: {
			names: ['valores'],
			value: ({ valores }) => (isRecord(valores) ? valores.total : undefined),
		},
	}),
} satisfies WriteFields;
export const reconciliationShape: WriteShape = {
	fields: reconciliationFields,
	check: objectOf(reconciliationFields),
	record: orderListItem,
};
