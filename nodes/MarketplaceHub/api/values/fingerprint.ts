import { createHash } from 'crypto';
import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from './objects';

/**
 * A short text that is the same for the same content of an order, whatever the order of its fields. `idInterno`
 * does not count: the hub writes into it the number of an acknowledgement.
 */
export function fingerprintOf(order: IDataObject): string {
	return createHash('sha256')
		.update(JSON.stringify(omit(order, 'idInterno'), sorted))
		.digest('base64url')
		.slice(0, 16);
}

function sorted(_key: string, value: unknown): unknown {
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
