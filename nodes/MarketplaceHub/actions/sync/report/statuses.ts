import type { WayName } from '../change';
import type { SyncStatus } from './summary';

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
