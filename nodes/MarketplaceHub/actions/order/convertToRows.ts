import cloneDeep from 'lodash/cloneDeep';
import omit from 'lodash/omit';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { orderOf } from '../../api/schemas/reads/orderAnswers';
import { textFields } from '../../api/schemas/reads/records';
import { isBlank } from '../../api/values/blanks';
import { shownFor } from '../../shared/properties';
import { readMoment } from '../../shared/typedValues';
import { readJson } from '../form/readEntries';
import { defineOperation, type NodeContext } from '../operation';
import { customerRow, lineRows, orderRow } from './orderRows';

const rowsProperty: INodeProperties = {
	displayName: 'Rows',
	name: 'rows',
	type: 'options',
	options: [
		{
			name: 'Customers',
			value: 'customers',
			description: 'The buyer of each order, by CPF or CNPJ; no row without one',
		},
		{
			name: 'Lines',
			value: 'lines',
			description:
				'Each SKU of an order: its pieces, and whether they are cancelled or may have left',
		},
		{
			name: 'Orders',
			value: 'orders',
			description: 'Number, channel, status, total and date of each order',
		},
	],
	default: 'orders',
	description: 'What the rows of the table are about',
};

/** Turns orders that come in into rows for a table, without a request (reference: Orders). */
export const convertToRows = defineOperation({
	option: {
		name: 'Convert to Rows',
		value: 'convertToRows',
		action: 'Convert order to rows',
		toolDescription:
			'Turn orders that the workflow holds already into rows for a table. Not for questions about an order: use Get order. Reads only; no request.',
		description: 'Turn orders that come in into rows for a table: orders, their lines or customers',
	},
	properties: [
		{
			displayName: 'Order',
			name: 'order',
			type: 'json',
			default: '={{ $json }}',
			required: true,
			description:
				'The order in full, as a trigger or Order: Get gives it; a list of orders counts, too',
		},
		rowsProperty,
		shownFor(
			{ rows: ['lines'] },
			{
				displayName: 'Read At',
				name: 'readAt',
				type: 'dateTime',
				default: '',
				description:
					'When the orders were read, for the column `read`: lines that were read earlier are no longer in the order. Empty is now.',
			},
		),
	],
	endpoints: [],
	output: {
		...textFields('idPedido', 'idPedidoCanal', 'canal', 'status'),
		total: 'number',
		...textFields('dataEmissao', 'cpfCnpj'),
		...{ stopped: 'boolean', isReturned: 'boolean', reached: 'string' },
		// lines and customers have columns of their own
		'*': 'string',
	},
	perItem(context, itemIndex) {
		const { parameters } = context;
		const kind = parameters.choice(rowsProperty, itemIndex);
		// a model gets no data of buyers
		if (parameters.isToolRun && kind === 'customers') throw noCustomers();
		const hidden = parameters.isToolRun ? 'cpfCnpj' : [];
		const orders = readJson('order', parameters.value('order', itemIndex));
		// an order is read in place, and another node may hold the item
		return Promise.resolve(
			cloneDeep(orders).flatMap((given) => {
				const order = orderOf().safeParse(given);
				if (!order.success) throw noOrder();
				const rows = rowsOf(order.data, kind, () => readAt(context, itemIndex));
				return rows.map((row) => omit(row, hidden));
			}),
		);
	},
});

function rowsOf(order: IDataObject, kind: string, read: () => string): IDataObject[] {
	if (kind === 'lines') return lineRows(order, read());
	return kind === 'customers' ? [customerRow(order) ?? []].flat() : [orderRow(order)];
}

function readAt({ parameters }: NodeContext, itemIndex: number): string {
	const given = parameters.value('readAt', itemIndex);
	const zone = parameters.timezone;
	const moment = isBlank(given) ? DateTime.now().setZone(zone) : readMoment('readAt', given, zone);
	return moment.toISO() ?? '';
}

const noOrder = (): HubError =>
	new HubError('invalid', 'Order (`order`) is no order of the hub: it has no `idPedido`', {
		outcome: undefined,
		description: 'Connect a node that gives orders, such as a trigger or Order: Get.',
	});

const noCustomers = (): HubError =>
	new HubError('invalid', 'Rows (`rows`) of customers are not given to an agent', {
		outcome: undefined,
		description: 'Choose Orders or Lines, or run the node in the workflow itself.',
	});
