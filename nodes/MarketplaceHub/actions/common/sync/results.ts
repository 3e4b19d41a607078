import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import { fromStored, type Stored, type SyncFields } from '../../../api/sync/stored';
import { failureJson } from '../../../shared/nodeErrors';
import type { Decision, Hold } from './guards';

/** What became of an entry. */
export type SyncStatus =
	| 'unchanged'
	| 'updated'
	| 'wouldUpdate'
	| 'held'
	| 'wouldBeHeld'
	| 'refused'
	| 'notSent'
	| 'unknown'
	| 'notInHub'
	| 'onlyInHub';

/** A result without the input item that it comes from. */
export type Result = Pick<EntryResult, 'json' | 'failure'>;

/** Why nothing of a run is sent. */
export class HeldRun extends HubError {
	constructor({ reason, advice }: Hold, dryRun: boolean) {
		super('held', `Nothing ${dryRun ? 'would be' : 'was'} sent: ${reason}`, {
			description: `Look at the list. If it is right, ${advice}`,
		});
	}
}

const heldEntry = ({ reason, advice }: Hold, dryRun: boolean) =>
	new HubError('held', `${dryRun ? 'Would be held' : 'Held, not sent'}: ${reason}`, {
		description: `Look at the values. If they are right, ${advice}`,
	});

/** What the results of a run are made of. */
export interface Outcomes {
	fields: SyncFields;
	dryRun: boolean;
	decisions: ReadonlyMap<string, Decision>;
	/** By key, what became of what was sent. */
	sent: ReadonlyMap<string, EntryResult>;
	heldRun?: HeldRun;
}

/** The result of the decision on one key. */
export function resultOf(key: string, identity: Identity, outcomes: Outcomes): Result {
	const { fields, dryRun, decisions, sent, heldRun } = outcomes;
	const decision = decisions.get(key);
	if (decision === undefined || decision.status === 'notInHub') return result(identity, 'notInHub');
	const { status, before, after, hold } = decision;
	const names = Object.keys(after);
	const values = before && { before: fromStored(pick(before, names), fields) };
	if (status === 'unchanged') return result(identity, status, values);
	const change = { ...values, after: fromStored(after, fields) };
	if (status === 'held')
		return result(identity, status, change, hold === undefined ? heldRun : heldEntry(hold, dryRun));
	if (dryRun) return result(identity, 'wouldUpdate', change);
	const { failure, json = {} } = sent.get(key) ?? { failure: notReported() };
	return result(identity, statusOf(failure), { ...change, ...pick(json, 'batchId') }, failure);
}

const result = (
	identity: Identity,
	status: SyncStatus,
	values: IDataObject = {},
	failure?: HubError,
): Result => ({ json: { ...identity, status, ...values }, failure });

/** The result of an entry that is not sent because of itself. */
export const refused = (identity: Identity, failure: HubError | undefined): Result =>
	result(identity, 'refused', {}, failure);

/** What only the hub holds; `why` it is held, where it should be set to zero. */
export function onlyInHub(
	identity: Identity,
	values: Stored,
	fields: SyncFields,
	why?: string,
): Result {
	const before = { before: fromStored(values, fields) };
	if (why === undefined) return result(identity, 'onlyInHub', before);
	const failure = new HubError('held', `Held, not set to zero: ${why}`, {
		description: 'Correct the SKU in the list, and run again.',
	});
	return result(identity, 'held', before, failure);
}

/** A result of a dry run: nothing of it follows On Error. */
export const previewOf = ({ failure, json, ...entry }: EntryResult): EntryResult => ({
	...entry,
	json: {
		...(failure && failureJson(failure)),
		...json,
		status: json.status === 'held' ? 'wouldBeHeld' : json.status,
	},
});

function statusOf(failure: HubError | undefined): SyncStatus {
	if (failure === undefined) return 'updated';
	return failure.outcome ?? 'refused';
}

const notReported = () =>
	new HubError('outcomeUnknown', 'Not reported by the hub: whether it took the entry is unknown');
