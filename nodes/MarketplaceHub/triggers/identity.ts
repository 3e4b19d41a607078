import type { FunctionsBase, IDataObject } from 'n8n-workflow';
import { createHash } from 'crypto';
import omit from 'lodash/omit';

/** Tells one trigger node from all others of this n8n. */
export function nodeKeyOf(context: FunctionsBase): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}

/**
 * A short text that is the same for the same content of an order, whatever the order of its fields.
 * `idInterno` does not count: the hub writes into it what an acknowledgement says.
 */
export function fingerprintOf(order: IDataObject): string {
	return createHash('sha256')
		.update(JSON.stringify(omit(order, 'idInterno'), sorted))
		.digest('base64url')
		.slice(0, 16);
}

function sorted(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
