import keyBy from 'lodash/keyBy';
import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../../api/values/blanks';
import { isRecord } from '../../../api/values/objects';
import { withoutStop } from '../../../api/values/text';
import { typed } from '../../../api/values/amounts';
import { typedNumber } from '../../../shared/typedValues';
import type { Parameters } from '../../form/parameters';
import type { Limits } from './askGuards';
import { entryGuards } from './entryGuards';
import type { GuardBase, GuardedList } from './guard';
import { changesGuards, type RunGuard, runGuards } from './runGuards';

/* The limits of guards: the options that set them, and what these say. */

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

const guardMode: INodeProperties = {
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
};

/** The options that set the limits. */
export function guardProperties(kind: GuardedList): INodeProperties[] {
	const limits = guardsOf<GuardBase>([...entryGuards, ...runGuards], kind).map(limitOf);
	const onByDefault = limits.filter(({ default: limit }) => limit !== '0');
	return [
		guardMode,
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

const guardAdvice =
	'It is set under Options > Guards. Enter a number such as 50; 0 switches the guard off.';

/**
 * The limits that the options set.
 * @param onlyChanges whether the list names only what changed
 */
export function readLimits(
	parameters: Parameters,
	kind: GuardedList,
	onlyChanges: boolean,
): Limits {
	const mode = parameters.choiceOption(guardMode);
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
		ofRun: withLeast(limitsOf(onlyChanges ? changesGuards : runGuards)),
	};
}

/**
 * The limits that differ from the usual ones, in words, except limits that are off by default: these only
 * protect more.
 */
export function unusualLimits(limits: Limits, kind: GuardedList, onlyChanges: boolean): string[] {
	const usual = limitsWith({}, kind, onlyChanges);
	const inEffect = new Map<string, number>();
	for (const [{ name }, limit] of [...limits.ofEntries, ...limits.ofRun]) inEffect.set(name, limit);
	if (inEffect.size === 0) return ['all are off'];
	return [...usual.ofEntries, ...usual.ofRun].flatMap(([{ name, displayName }, limit]) => {
		const set = inEffect.get(name) ?? 0;
		return set === limit ? [] : [`${displayName} is ${typed(set)}, usually ${typed(limit)}`];
	});
}

/** The limits, none lower than its guard takes. */
const withLeast = (limits: ReadonlyMap<RunGuard, number>): ReadonlyMap<RunGuard, number> =>
	new Map([...limits].map(([guard, limit]) => [guard, Math.max(limit, guard.leastLimit ?? limit)]));
