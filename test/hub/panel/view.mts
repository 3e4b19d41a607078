import type { Operation } from '../contract.mts';
import type { BatchRecord } from '../records.mts';
import type { Hub, ShownEmail, ShownExample } from '../types.mts';
import type { Html } from './html.mts';

/** The data that the panel shows besides the hub's own. */
export interface PanelParts {
	hub: Hub;
	operations: Operation[];
	/** emails in the mailbox beside the hub, oldest first */
	emails: readonly ShownEmail[];
	/** the example workflows of the n8n beside the hub, once they are there */
	examples: readonly ShownExample[];
	/** requests of the past minute that counted */
	used(operation: string): number;
	/** the batch record as the API answers it */
	batch(id: number): BatchRecord | undefined;
}

/** One page of the panel. */
export interface View {
	/** last part of its address, '' for the first page */
	name: string;
	title: string;
	/** shown beside the title */
	badge?(parts: PanelParts): string | number;
	/** whether it has a tab, if not always */
	hasTab?(parts: PanelParts): boolean;
	/** stays as it was when the page was opened: forms */
	still?(parts: PanelParts): Html;
	/** sent again whenever it changes */
	live(parts: PanelParts): Html;
}
