import type { HubError } from '../../api/errors';
import type { Row } from '../../api/rows/row';
import type { Comparable } from '../../api/snapshot/comparable';

/** What becomes of one entry: of a row of the list, or of an entry that only the hub has. */
export interface Change extends Row {
	key: string;
	does: Does;
	/** The hub's values; undefined where it has no such entry, or it was not compared. */
	before?: Comparable;
	/** The values that are written; of a product that the hub has, those that differ. */
	after: Comparable;
	/** Why it is not sent although it would: a guard or a damaged row of the list holds it, or it cannot be sent. */
	stopped?: 'held' | 'unsendable';
	/** The SKU's own prices, where its channel has none. */
	ownPrices?: Comparable;
	/** What a person should know about it. */
	note?: string;
	/** Whether it is sent after the product that it belongs to: the values of that hold for it, too. */
	followsProduct?: boolean;
	/** Whether it is sent although the hub has these values: those of its product are sent before it. */
	repeatsValues?: boolean;
	/** The change of an identical earlier row, which stands for both. */
	sameAs?: Change;
}

/** Ways in which entries are sent, in the order of a run. */
export const wayNames = ['create', 'update', 'remove'] as const;
export type WayName = (typeof wayNames)[number];

/** `unread`: not compared, since its row breaks a rule or the hub cannot be read. */
type Does = WayName | 'unchanged' | 'notInHub' | 'onlyInHub' | 'unread';

/** Whether it would be sent, or was. */
export const isSent = ({ does, stopped }: Pick<Change, 'does' | 'stopped'>): boolean =>
	stopped === undefined && (does === 'update' || does === 'create' || does === 'remove');

/** Whether it has its place beside the hub: guards count such entries. */
export const isCompared = ({ does }: Change): boolean =>
	does !== 'unread' && does !== 'notInHub' && does !== 'onlyInHub';

/** Whether the list does not name it. */
export const isOnlyInHub = ({ itemIndexes }: Pick<Change, 'itemIndexes'>): boolean =>
	itemIndexes.length === 0;

/** A guard keeps it back, or a damaged row of the list may mean it. */
export function hold(change: Change, failure: HubError): void {
	change.stopped = 'held';
	change.failure = failure;
}

/** It cannot be sent: it breaks a rule, contradicts another one, or the hub could not be read. */
export function markUnsendable(change: Change, failure: HubError): void {
	change.stopped = 'unsendable';
	change.failure = failure;
}

/** No values: one object for all, of which there may be 200,000. */
export const none = Object.freeze({});

/** The stock, or security stock, among values. */
export const stockOf = (values: Comparable | undefined): number =>
	Number(values?.estoque ?? values?.estoqueSeguranca ?? 0);

/** Whether less could be sold afterwards; never true of security stock, where less sells more. */
export const lowersStock = ({ before, after }: Change): boolean =>
	Number(after.estoque) < Number(before?.estoque);
