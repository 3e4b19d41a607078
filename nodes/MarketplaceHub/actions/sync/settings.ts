import compact from 'lodash/compact';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { Parameters } from '../form/parameters';
import { guardProperties, readLimits, unusualLimits } from './guards/limits';
import type { SyncKind } from './kind';
import { approvedProperty, readApproved } from './approved';

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
	approvedProperty,
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
	const unusual = parameters.isToolRun ? [] : unusualLimits(limits, kind.listKind, onlyChanges);
	const approved = readApproved(parameters);
	return {
		dryRun,
		wholeList,
		onlyChanges,
		missingInList,
		limits,
		unusual,
		...(approved && { approved }),
	};
}
