import compact from 'lodash/compact';
import keyBy from 'lodash/keyBy';
import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { isRecord } from '../../api/values/objects';
import { isBlank } from '../../api/values/blanks';
import { typed, withoutStop } from '../../api/values/text';
import { typedNumber } from '../../shared/typedValues';
import type { Parameters } from '../form/parameters';
import type { Limits } from './guards/askGuards';
import { entryGuards } from './guards/entryGuards';
import {
	type ChangesGuard,
	changesGuards,
	type GuardBase,
	type GuardedList,
	runGuards,
} from './guards/runGuards';
import type { SyncKind } from './kind';
import { readShown, shownProperty } from './guards/shown';

/** Choices for entries that only the hub has. */
export type MissingInList = 'ignore' | 'report' | 'zero' | 'delete';

const commonChoices: INodePropertyOptions[] = [
	{ name: 'Ignore', value: 'ignore', description: 'Leave it as it is, without an item' },
	{ name: 'Report', value: 'report', description: 'One item with the status onlyInHub for each' },
];

const description = 'Within the guards, one item for each';
const setToZero = { name: 'Set to Zero', value: 'zero', description };
const deletion = { name: 'Delete', value: 'delete', description };

/** The facts of a sync that its parameters depend on. */
type ListKind = Pick<SyncKind, 'listKind' | 'ways'>;

const choicesFor = ({ listKind, ways }: ListKind): INodePropertyOptions[] =>
	compact([listKind === 'stock' && setToZero, ways.remove && deletion, ...commonChoices]);

const limitOf = ({ displayName, name, description: holds, default: value }: GuardBase) => {
	const unlessSet = value === 0 ? 'Not set: off' : `Not set: ${value}; 0 switches it off`;
	return {
		displayName,
		name,
		type: 'string',
		default: String(value),
		description: `${withoutStop(holds)}. ${unlessSet}.`,
	} satisfies INodeProperties;
};

/** The guards that a kind of list has; no other is asked for it. */
const guardsOf = <Of extends GuardBase>(all: readonly Of[], kind: GuardedList): Of[] =>
	all.filter(({ only = [kind] }) => only.includes(kind));

function guardProperties(kind: GuardedList): INodeProperties[] {
	const limits = guardsOf<GuardBase>([...entryGuards, ...runGuards], kind).map(limitOf);
	const onByDefault = limits.filter(({ default: limit }) => limit !== '0');
	return [
		{
			displayName: 'Guards',
			name: 'guardMode',
			type: 'options',
			options: [
				{ name: 'Custom', value: 'custom', description: 'Set each limit yourself' },
				{
					name: 'Normal',
					value: 'normal',
					description: 'Hold what looks like an accident; Custom shows the limits',
				},
				{ name: 'Off', value: 'off', description: 'Send whatever the list says' },
			],
			default: 'normal',
			description:
				'Limits beyond which the node does not send an entry or the whole run. Held entries follow On Error. Not set: Normal.',
		},
		{
			displayName: 'Custom Guards',
			name: 'customGuards',
			type: 'collection',
			placeholder: 'Add Guard',
			default: { ...mapValues(keyBy(onByDefault, 'name'), 'default') },
			description:
				'Limits of single guards. Those on the whole run count from ten entries on, Smallest Whole List always.',
			options: sortBy(limits, 'displayName'),
			displayOptions: { show: { guardMode: ['custom'] } },
		},
	];
}

/**
 * The parameters of a sync, before and after the parameters that give the list. What few people change is an
 * option.
 */
export const syncProperties = (kind: ListKind, list: INodeProperties[]): INodeProperties[] => [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to send nothing and return what a run would do, item by item: wouldUpdate instead of updated, wouldBeHeld instead of held',
	},
	...list,
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
		options: choicesFor(kind),
		default: 'ignore',
		description: 'What to do with entries missing from the input',
		displayOptions: { show: { wholeList: [true] } },
	},
];

/** The options of a sync. */
export const syncOptions = (kind: ListKind): INodeProperties[] => [
	{
		displayName: 'Input Is Only Changes',
		name: 'onlyChanges',
		type: 'boolean',
		default: false,
		description:
			kind.listKind === 'stock'
				? 'Whether the input names only what changed: no guard then asks how much of it changes, what sold out may go to zero (of 100 entries or more at most half), and the rest of the catalogue is not read'
				: 'Whether the input names only what changed: no guard then asks how much of it changes, and the rest of the catalogue is not read',
		displayOptions: { show: { '/wholeList': [false] } },
	},
	...guardProperties(kind.listKind),
	shownProperty,
];

export type SyncSettings = ReturnType<typeof readSyncSettings>;

/** Settings of a sync, read from the parameters of the first item for the whole run. */
export function readSyncSettings(parameters: Parameters, kind: ListKind) {
	const wholeList = parameters.flag('wholeList', 0);
	const onlyChanges = !wholeList && parameters.flagOption('onlyChanges');
	const chosen = wholeList ? parameters.value('missingInList', 0) : 'ignore';
	const dryRun = parameters.flag('dryRun', 0);
	const offered = choicesFor(kind);
	const choice = offered.find(({ value }) => value === chosen);
	if (choice === undefined)
		throw new HubError(
			'invalid',
			`\`Missing in List\` cannot be ${JSON.stringify(chosen)} in this sync`,
			{
				description: `Choose one of ${offered.map(({ name, value }) => `${name} (${String(value)})`).join(', ')}.`,
			},
		);
	const missingInList = choice.value as MissingInList;
	const limits = readLimits(parameters, kind.listKind, onlyChanges);
	// no model sets them, so an agent need not know
	const unusual = parameters.isToolRun
		? []
		: unusualLimits(limits, limitsWith({}, kind.listKind, onlyChanges));
	const shown = readShown(parameters);
	return {
		dryRun,
		wholeList,
		onlyChanges,
		missingInList,
		limits,
		unusual,
		...(shown && { shown }),
	};
}

const guardAdvice =
	'It is set under Options > Guards. Enter a number such as 50; 0 switches the guard off.';

function readLimits(parameters: Parameters, kind: GuardedList, onlyChanges: boolean): Limits {
	const mode = parameters.option('guardMode');
	if (mode === 'off') return { ofEntries: new Map(), ofRun: new Map() };
	const given = mode === 'custom' ? parameters.option('customGuards') : {};
	return limitsWith(isRecord(given) ? given : {}, kind, onlyChanges);
}

/** @param given limits by the names of guards; the others have their defaults */
function limitsWith(given: IDataObject, kind: GuardedList, onlyChanges: boolean): Limits {
	const limitsOf = <Of extends GuardBase>(all: readonly Of[]): Map<Of, number> => {
		const limits = guardsOf(all, kind).map((guard): [Of, number] => {
			const { name, displayName, default: value, counts } = guard;
			const set = isBlank(given[name]) ? value : given[name];
			return [guard, typedNumber(displayName, set, { least: 0, counts, advice: guardAdvice })];
		});
		return new Map(limits.filter(([, limit]) => limit > 0));
	};
	return {
		ofEntries: limitsOf(entryGuards),
		ofRun: onlyChanges ? withLeast(limitsOf(changesGuards)) : limitsOf(runGuards),
	};
}

/**
 * The limits that differ from the usual ones, in words, except limits that are off by default: these only
 * protect more.
 */
function unusualLimits(limits: Limits, usual: Limits): string[] {
	const inEffect = new Map<string, number>();
	for (const [{ name }, limit] of [...limits.ofEntries, ...limits.ofRun]) inEffect.set(name, limit);
	if (inEffect.size === 0) return ['all are off'];
	return [...usual.ofEntries, ...usual.ofRun].flatMap(([{ name, displayName }, limit]) => {
		const set = inEffect.get(name) ?? 0;
		return set === limit ? [] : [`${displayName} is ${typed(set)}, usually ${typed(limit)}`];
	});
}

/** The limits of a list of only changes: some are never lower than that. */
const withLeast = (limits: ReadonlyMap<ChangesGuard, number>): ReadonlyMap<ChangesGuard, number> =>
	new Map([...limits].map(([guard, limit]) => [guard, Math.max(limit, guard.leastLimit ?? limit)]));
