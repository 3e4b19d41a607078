import type { IDataObject } from 'n8n-workflow';
import type { Entry, EntryResult, Identity } from '../../../api/entries';
import { HubError } from '../../../api/errors';
import type { Change } from '../../../api/sync/guards';
import type { Decision } from '../../../api/sync/plan';
import { fromStored, type Stored, type SyncFields } from '../../../api/sync/stored';

/** What became of an entry. */
export type SyncStatus =
	| 'unchanged'
	| 'updated'
	| 'wouldUpdate'
	| 'held'
	| 'refused'
	| 'unknown'
	| 'notInHub'
	| 'onlyInHub';

/** What the results of a run are made of. */
export interface Outcomes {
	fields: SyncFields;
	dryRun: boolean;
	decisions: ReadonlyMap<string, Decision>;
	/** By key, what became of what was sent. */
	sent: ReadonlyMap<string, EntryResult>;
	/** Where the whole run is held: why. */
	runFailure?: HubError;
}

const valuesOf = (stored: Stored | undefined, fields: SyncFields) =>
	stored === undefined ? {} : { before: fromStored(stored, fields) };

const valuesIn = ({ before, after }: Change, fields: SyncFields) => ({
	...valuesOf(before, fields),
	after: fromStored(after, fields),
});

/** The result of the decision on one key. */
export function resultOf(
	key: string,
	identity: Identity,
	outcomes: Outcomes,
): Pick<EntryResult, 'json' | 'failure'> {
	const { fields, dryRun, decisions, sent, runFailure } = outcomes;
	const decision = decisions.get(key);
	switch (decision?.status) {
		case undefined:
		case 'notInHub':
			return { json: jsonOf(identity, 'notInHub') };
		case 'unchanged':
			return { json: jsonOf(identity, 'unchanged', valuesOf(decision.before, fields)) };
		case 'held':
			return {
				json: jsonOf(identity, 'held', valuesIn(decision.change, fields)),
				failure: decision.reason === undefined ? runFailure : heldEntry(decision.reason),
			};
		case 'change': {
			const values = valuesIn(decision.change, fields);
			if (dryRun) return { json: jsonOf(identity, 'wouldUpdate', values) };
			const { failure, json = {} } = sent.get(key) ?? { failure: notReported() };
			const batch = json.batchId === undefined ? {} : { batchId: json.batchId };
			return { json: jsonOf(identity, statusOf(failure), { ...values, ...batch }), failure };
		}
	}
}

const jsonOf = (identity: Identity, status: SyncStatus, rest: IDataObject = {}): IDataObject => ({
	...identity,
	status,
	...rest,
});

/** The result of an entry that is not sent because of itself. */
export const refusedResult = (
	{ itemIndex, position, identity }: Pick<Entry, 'itemIndex' | 'position' | 'identity'>,
	failure: HubError,
): EntryResult => ({
	itemIndexes: [itemIndex],
	position,
	json: jsonOf(identity, 'refused'),
	failure,
});

/** What only the hub holds, as an item that comes from no input item. */
export const onlyInHubResult = (
	identity: Identity,
	values: Stored,
	fields: SyncFields,
): EntryResult => ({
	itemIndexes: [],
	json: jsonOf(identity, 'onlyInHub', valuesOf(values, fields)),
});

function statusOf(failure: HubError | undefined): SyncStatus {
	if (failure === undefined) return 'updated';
	return failure.outcome === 'unknown' ? 'unknown' : 'refused';
}

const advice =
	'Look at the values. If they are right, raise or switch off this guard under Guards and run again.';

const heldEntry = (reason: string) =>
	new HubError('held', `Held, not sent: ${reason}`, { description: advice });

/** Why nothing of the run was sent. */
export const heldRun = (reason: string): HubError =>
	new HubError('held', `The run is held, nothing was sent: ${reason}`, {
		description: `Look at the list. If it is right, raise or switch off this guard under Guards and run again.`,
	});

/** Why what only the hub holds is left alone. */
export const heldRest = ({ json }: EntryResult): Pick<EntryResult, 'json' | 'failure'> => ({
	json: { ...json, status: 'held' },
	failure: heldEntry('an input item does not say which SKU it is about; this may be the one'),
});

const notReported = () =>
	new HubError('outcomeUnknown', 'Not reported by the hub: whether it took the entry is unknown');
