import type { HubError } from '../../../api/errors';
import type { Row } from '../../../api/rows/row';
import type { Comparable } from '../../../api/comparable';
import type { Finding } from '../../../api/reading/reading';

/** A row of a list that is compared with the hub, or an entry that only the hub has; read: what was found out about it. */
export interface SyncRow extends Row, Omit<Finding, 'unsendable'> {
	/** check: the key by which it is found in the hub; empty where it names no thing. */
	key: string;
	/** check: the values that the list gives, or that an entry gets that only the hub has. */
	given: Comparable;
	/** compare: those that are written; of a record, the ones that differ. */
	written: Comparable;
	status: RowStatus;
	/** compare: how it is sent if it changes; undefined where it is not compared, or cannot be written. */
	way?: WayName;
	/** An identical earlier row, which is sent for both. */
	sameAs?: SyncRow;
}

/** The last stage's word on a row; `change`: is sent, or was. */
export type RowStatus = 'unchanged' | 'notInHub' | 'onlyInHub' | 'change' | 'held' | 'unsendable';

/** Ways in which rows are sent, in the order of a run. */
export const wayNames = ['create', 'update', 'remove'] as const;
export type WayName = (typeof wayNames)[number];

/** Whether it has its place beside the hub: guards count such rows. */
export const isCompared = ({ way }: SyncRow): boolean => way !== undefined;

/** Whether the list does not name it. */
export const isOnlyInHub = ({ itemIndexes }: SyncRow): boolean => itemIndexes.length === 0;

/** A row that a guard keeps back, or that a damaged row of the list may mean. */
export function hold(row: SyncRow, failure: HubError): void {
	row.status = 'held';
	row.failure = failure;
}

/** A row that cannot be sent: it breaks a rule, contradicts another one, or the hub could not be read. */
export function markUnsendable(row: SyncRow, failure: HubError): void {
	row.status = 'unsendable';
	row.failure = failure;
}

/** No values: one object for all rows, of which there may be 200,000. */
export const none = Object.freeze({});

/** The stock, or security stock, of a row's values. */
export const stockOf = (values: Comparable | undefined): number =>
	Number(values?.estoque ?? values?.estoqueSeguranca ?? 0);

/** Whether less could be sold afterwards; never true of security stock, where less sells more. */
export const lowersStock = ({ before, written }: SyncRow): boolean =>
	Number(written.estoque) < Number(before?.estoque);
