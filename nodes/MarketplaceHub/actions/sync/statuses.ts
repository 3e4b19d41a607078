import type { WayName } from './change';

/** The statuses of results in words. */
export const statusWords = {
	updated: 'updated',
	wouldUpdate: 'would be updated',
	created: 'created',
	wouldCreate: 'would be created',
	deleted: 'deleted',
	wouldDelete: 'would be deleted',
	held: 'held',
	wouldBeHeld: 'would be held',
	refused: 'refused',
	notSent: 'not sent',
	wouldNotSend: 'would not be sent',
	unknown: 'of unknown outcome',
	notInHub: 'not in the hub',
	onlyInHub: 'only in the hub',
	unchanged: 'unchanged',
} as const;
export type SyncStatus = keyof typeof statusWords;

/* What a result says of a change that was sent, and a dry run in its place. */

export const done = {
	create: 'created',
	update: 'updated',
	remove: 'deleted',
} as const satisfies Record<WayName, SyncStatus>;

const previews: Readonly<Partial<Record<SyncStatus, SyncStatus>>> = {
	updated: 'wouldUpdate',
	created: 'wouldCreate',
	deleted: 'wouldDelete',
	held: 'wouldBeHeld',
	notSent: 'wouldNotSend',
};

/** The status that a dry run gives in place of another one. */
export const inDryRun = (status: SyncStatus): SyncStatus => previews[status] ?? status;
