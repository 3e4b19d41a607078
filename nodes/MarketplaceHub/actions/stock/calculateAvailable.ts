import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { EntryResult } from '../../api/rows/row';
import { textFields } from '../../api/schemas/reads/records';
import { TextLimit } from '../../api/schemas/textLimit';
import { isBlank } from '../../api/values/blanks';
import { momentOf } from '../../api/values/dates';
import { shorten } from '../../api/values/text';
import { collection } from '../../shared/properties';
import { offeredOrDefault, readMoment, typedSwitch, typedTime } from '../../shared/typedValues';
import { readJson } from '../form/readEntries';
import { defineOperation, type NodeContext } from '../operation';
import { availableStock, type SumSettings } from './available/available';

const rowsParameter = (
	displayName: string,
	name: string,
	defaultValue: string,
	description: string,
): INodeProperties => ({ displayName, name, type: 'json', default: defaultValue, description });

const minutes = (
	displayName: string,
	name: string,
	defaultValue: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: String(defaultValue),
	description,
});

const clockOfBookings: INodeProperties = {
	displayName: 'Clock of Bookings',
	name: 'clock',
	type: 'options',
	options: [
		{ name: 'ERP', value: 'erp', description: 'The ERP tells when it has booked a line' },
		{
			name: 'Workflow',
			value: 'n8n',
			description: 'A workflow notes when it has handed a line over',
		},
	],
	default: 'n8n',
	description: 'Whose times the bookings are',
};

/** Takes open orders off an ERP's stock, without a request. */
export const calculateAvailable = defineOperation({
	option: {
		name: 'Calculate Available',
		value: 'calculateAvailable',
		action: 'Calculate available stock',
		toolDescription:
			"Work out what can be sold: an ERP's stock less the open orders that it does not know. Takes lists that the workflow holds already. Reads only; no request.",
		description:
			'Take the orders that your ERP has not booked yet off its stock: what can be sold, also of kits',
	},
	properties: [
		{
			...rowsParameter(
				'ERP Rows',
				'erpRows',
				'={{ $input.all().map(({ json }) => json) }}',
				'The stock of the ERP as List: Read Rows gives it: `sku`, `estoque`, and where the ERP tells them `readAt`, `changedAt` and `buffer`',
			),
			required: true,
		},
		rowsParameter(
			'Lines',
			'lines',
			'[]',
			'Lines of orders as Order: Convert to Rows gives them, with `booked` and `bookedQuantity` of those that the ERP has booked',
		),
		rowsParameter(
			'Last Rows',
			'lastRows',
			'[]',
			'What this operation gave the last time: a SKU that the ERP does not name now keeps its stock',
		),
		rowsParameter(
			'Kit Parts',
			'kitParts',
			'[]',
			'Parts of kits, a row for each: `kit`, `sku` and `quantity`. A kit has what its scarcest part leaves.',
		),
		collection('Settings', 'availableSettings', 'Add Setting', [
			{
				displayName: 'Buffer',
				name: 'buffer',
				type: 'string',
				default: '0',
				placeholder: 'e.g. 10%',
				description:
					'Pieces to keep back of each SKU, or a percentage. A `buffer` of a row comes first.',
			},
			minutes(
				'Clock Margin',
				'margin',
				5,
				'Minutes by which a booking has to be older than the stock: clocks differ',
			),
			clockOfBookings,
			minutes(
				'Greatest Age',
				'greatestAge',
				60,
				'Minutes that an export of the ERP may be old where its rows do not say when it was read',
			),
			{
				displayName: 'Input Is the Whole List',
				name: 'wholeList',
				type: 'boolean',
				default: false,
				description:
					'Whether the rows are all that the ERP has: a SKU that they lack is missing then',
			},
			{
				displayName: 'Now',
				name: 'now',
				type: 'dateTime',
				default: '',
				description: 'The time of this run; dates of the ERP that lie ahead of it count as it',
			},
		]),
	],
	endpoints: [],
	output: {
		...{ sku: 'string', available: 'number', open: 'number', note: 'string', stock: 'number' },
		...textFields('readAt', 'began', 'changedAt', 'buffer'),
		...{ missing: 'boolean', isUnread: 'boolean' },
	},
	async perRun(context): Promise<EntryResult[]> {
		const { parameters } = context;
		const text = new TextLimit();
		const rows = (name: string) => {
			const list = readJson(name, parameters.value(name, 0)) as IDataObject[];
			for (const row of list) text.count(row);
			return list;
		};
		const given = {
			...{ rows: rows('erpRows'), lines: rows('lines') },
			...{ last: rows('lastRows'), parts: rows('kitParts') },
		};
		const sums = await availableStock(given, settingsIn(context));
		return sums.map((json) => ({ itemIndexes: [], json }));
	},
});

function settingsIn({ parameters }: NodeContext): SumSettings {
	const { now, wholeList, clock, greatestAge, margin, buffer } = parameters.object(
		'availableSettings',
		0,
	);
	const zone = parameters.timezone;
	const given = (name: string, value: unknown, otherwise: number) =>
		isBlank(value) ? otherwise : typedTime(name, value);
	return {
		now: isBlank(now) ? Date.now() : readMoment('now', now, zone).toMillis(),
		isWholeList: typedSwitch('wholeList', wholeList ?? false),
		isOfErp: chosenClock(clock) === 'erp',
		greatestAge: given('greatestAge', greatestAge, 60),
		margin: given('margin', margin, 5),
		// each SKU reads it, and may repeat it in a note
		buffer: isBlank(buffer) ? '0' : shorten(String(buffer), 60),
		timeOf: (value) => (isBlank(value) ? undefined : momentOf(value, zone)?.toMillis()),
	};
}

/** The clock of bookings; the Settings of an example hold its name, too, such as `ERP`. */
const chosenClock = (given: unknown): string =>
	offeredOrDefault(clockOfBookings, typeof given === 'string' ? given.trim().toLowerCase() : given);
