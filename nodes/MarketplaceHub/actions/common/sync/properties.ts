import sortBy from 'lodash/sortBy';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What to do with what only the hub holds. */
export type MissingInList = 'ignore' | 'report' | 'zero';

/** Previews the run. */
export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing and return what a run would do, item by item: wouldUpdate instead of updated',
};

type MissingOption = INodePropertyOptions & { value: MissingInList };

const report = {
	name: 'Report',
	value: 'report',
	description: 'One item with the status onlyInHub for each',
} satisfies MissingOption;
const ignore = {
	name: 'Ignore',
	value: 'ignore',
	description: 'Leave it as it is, without an item',
} satisfies MissingOption;
const zero = {
	name: 'Set Stock to Zero',
	value: 'zero',
	description: 'Within the guards, one item for each',
} satisfies MissingOption;

/** Whether the input is all there is, and what that means for the rest. */
export const wholeList = (canBeZero: boolean): INodeProperties[] => [
	{
		displayName: 'Input Is the Whole List',
		name: 'wholeList',
		type: 'boolean',
		default: false,
		description:
			'Whether the input names everything that the hub should hold; then a list that is far shorter than what the hub holds is not sent',
	},
	{
		displayName: 'Missing in List',
		name: 'missingInList',
		type: 'options',
		options: canBeZero ? [ignore, report, zero] : [ignore, report],
		default: 'ignore',
		description: 'What happens to what the hub holds and the input does not name',
		displayOptions: { show: { wholeList: [true] } },
	},
];

interface GuardOption {
	displayName: string;
	name: string;
	default: number;
	description: string;
}

const unlessSet = (value: number) =>
	value === 0 ? 'Not set: off.' : `Not set: ${value}; 0 switches it off.`;

const guard = ({
	displayName,
	name,
	default: value,
	description,
}: GuardOption): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: String(value),
	description: [description, unlessSet(value)].join('. '),
});

const priceGuards = [
	guard({
		displayName: 'Largest Change of a Price (%)',
		name: 'priceChange',
		default: 50,
		description: 'An entry whose price would change by more, up or down, is held',
	}),
	guard({
		displayName: 'Lowest Price (BRL)',
		name: 'lowestPrice',
		default: 0,
		description: 'An entry with a price below it is held',
	}),
	guard({
		displayName: 'Lowest Price (% of Price Before Discount)',
		name: 'lowestShare',
		default: 10,
		description:
			'An entry whose selling price is a smaller part of its price before discount is held',
	}),
];

const stockGuards = [
	guard({
		displayName: 'Highest Stock (Pieces)',
		name: 'highestStock',
		default: 0,
		description: 'An entry with more stock is held',
	}),
	guard({
		displayName: 'Largest Share That Changes Tenfold (%)',
		name: 'tenfoldShare',
		default: 20,
		description:
			'If of the entries with stock in the hub and the list more would have ten times as much or a tenth, as with a list in another unit, nothing is sent at all; from ten such entries on',
	}),
	guard({
		displayName: 'Largest Share to Zero Stock (%)',
		name: 'zeroShare',
		default: 20,
		description:
			'If more of the compared entries would go to zero stock, nothing is sent at all; from ten entries on',
	}),
];

const runGuards = [
	guard({
		displayName: 'Largest Share That Changes (%)',
		name: 'changeShare',
		default: 0,
		description:
			'If more of the compared entries would change, nothing is sent at all; from ten entries on',
	}),
	guard({
		displayName: 'Smallest Whole List (%)',
		name: 'wholeShare',
		default: 50,
		description:
			'If the input is the whole list and names less of what the hub holds, nothing is sent at all',
	}),
];

/** What the editor calls a guard. */
export const guardTitle = (name: string): string =>
	[...priceGuards, ...stockGuards, ...runGuards].find((property) => property.name === name)
		?.displayName ?? name;

/** The limits beyond which an entry or the whole run is held. */
export const guards = (kind: 'stock' | 'prices'): INodeProperties => ({
	displayName: 'Guards',
	name: 'guards',
	type: 'collection',
	placeholder: 'Change Guard',
	default: {},
	description:
		'Limits beyond which nothing is sent for an entry, or for the whole run. What is held follows On Error.',
	options: sortBy([...(kind === 'stock' ? stockGuards : priceGuards), ...runGuards], 'displayName'),
});
