import keyBy from 'lodash/keyBy';
import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isBlank, typedNumber } from '../../../api/values/checks';
import type { Parameters } from '../../parameters';
import { guards, type Guard, type Limits, type ListKind } from './guards';
import type { RecordSchema } from '../../../api/schemas/answers';

/*
 * The parameters of a sync, and how they are read.
 */

/** What to do with what only the hub holds. */
export type MissingInList = 'ignore' | 'report' | 'zero';

/** Previews the run. */
const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to send nothing and return what a run would do, item by item: wouldUpdate instead of updated, wouldBeHeld instead of held',
};

const leave: INodePropertyOptions[] = [
	{ name: 'Ignore', value: 'ignore', description: 'Leave it as it is, without an item' },
	{ name: 'Report', value: 'report', description: 'One item with the status onlyInHub for each' },
];
const zero: INodePropertyOptions = {
	name: 'Set Stock to Zero',
	value: 'zero',
	description: 'Within the guards, one item for each',
};

/** Whether the input is all there is, and what that means for the rest. */
const wholeList = (kind: ListKind): INodeProperties[] => [
	{
		displayName: 'Input Is the Whole List',
		name: 'wholeList',
		type: 'boolean',
		default: false,
		description:
			'Whether the input names everything that the hub should hold; a guard then holds a list that is far too short',
	},
	{
		displayName: 'Missing in List',
		name: 'missingInList',
		type: 'options',
		options: kind === 'stock' ? [...leave, zero] : leave,
		default: 'ignore',
		description: 'What happens to what the hub holds and the input does not name',
		displayOptions: { show: { wholeList: [true] } },
	},
];

const guardModes: INodePropertyOptions[] = [
	{ name: 'Custom', value: 'custom', description: 'Set each limit yourself' },
	{
		name: 'Normal',
		value: 'normal',
		description: 'Hold what looks like an accident; Custom shows the limits',
	},
	{ name: 'Off', value: 'off', description: 'Send whatever the list says' },
];

const guardMode: INodeProperties = {
	displayName: 'Guards',
	name: 'guardMode',
	type: 'options',
	options: guardModes,
	default: 'normal',
	description:
		'Limits beyond which the node does not send an entry or the whole run. Held entries follow On Error.',
};

const limitOf = ({ displayName, name, description, default: value }: Guard) => {
	const unlessSet = value === 0 ? 'Not set: off.' : `Not set: ${value}; 0 switches it off.`;
	return {
		displayName,
		name,
		type: 'string',
		default: String(value),
		description: [description, unlessSet].join(' '),
	} satisfies INodeProperties;
};

/** The guards, and those that a workflow has from before there was a choice of three. */
function guardProperties(kind: ListKind): INodeProperties[] {
	const limits = guards.filter(({ only = kind }) => only === kind).map(limitOf);
	const onByDefault = limits.filter(({ default: limit }) => limit !== '0');
	const isStored = { guards: [{ _cnd: { exists: true as const } }] };
	return [
		{ displayName: 'Guards', name: 'guards', type: 'hidden', default: '' },
		{ ...guardMode, displayOptions: { hide: isStored } },
		{
			...guardMode,
			options: [{ name: 'As Set Before', value: 'stored' }, ...guardModes],
			default: 'stored',
			displayOptions: { show: isStored },
		},
		{
			displayName: 'Custom Guards',
			name: 'customGuards',
			type: 'collection',
			placeholder: 'Add Guard',
			default: { ...mapValues(keyBy(onByDefault, 'name'), 'default') },
			description: 'Limits of single guards. Those on the whole run count from ten entries on.',
			options: sortBy(limits, 'displayName'),
			displayOptions: { show: { guardMode: ['custom'] } },
		},
	];
}

/** The parameters of a sync, before and after those that give it the list. */
export const syncProperties = (kind: ListKind, list: INodeProperties[]): INodeProperties[] => [
	dryRun,
	...list,
	...wholeList(kind),
	...guardProperties(kind),
];

/** What the node's parameters say about a sync; they hold for the whole run. */
export interface SyncSettings {
	dryRun: boolean;
	wholeList: boolean;
	missing: MissingInList;
	limits: Limits;
}

/** Reads the settings from the first item. */
export function readSyncSettings(parameters: Parameters): SyncSettings {
	const isWhole = parameters.flag('wholeList', 0);
	const missing = isWhole ? parameters.value('missingInList', 0) : 'ignore';
	return {
		dryRun: parameters.flag('dryRun', 0),
		wholeList: isWhole,
		missing: missing === 'report' || missing === 'zero' ? missing : 'ignore',
		limits: readLimits(parameters),
	};
}

const advice = 'It is set under Guards. Enter a number such as 50; 0 switches the guard off.';
const holders: Readonly<Record<string, string>> = { custom: 'customGuards', stored: 'guards' };

function readLimits(parameters: Parameters): Limits {
	const mode = String(parameters.value('guardMode', 0));
	if (mode === 'off') return new Map();
	const holder = holders[mode];
	const given = holder === undefined ? {} : parameters.object(holder, 0);
	const limits = guards.map(({ name, displayName, default: value, counts }): [string, number] => {
		const set = isBlank(given[name]) ? value : given[name];
		return [name, typedNumber(displayName, set, { least: 0, counts, advice })];
	});
	return new Map(limits.filter(([, limit]) => limit > 0));
}

/** What the result of an entry looks like; `values` are the fields that are compared. */
export const syncResult = (
	identity: Readonly<Record<string, RecordSchema>>,
	values: RecordSchema,
) => ({ ...identity, status: 'string', before: values, after: values }) as const;
