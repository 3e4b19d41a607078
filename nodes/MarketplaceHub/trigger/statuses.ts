import type { IDataObject } from 'n8n-workflow';

/** The statuses chosen in the collection of `statusFilter`: picked ones and those typed, separated by commas. */
export function statusesIn(filters: unknown): string[] {
	const { status, otherStatus }: IDataObject = typeof filters === 'object' && filters !== null ? (filters as IDataObject) : {};
	return [status, otherStatus].flatMap(textsIn).map((text) => text.trim()).filter((text) => text !== '');
}

const textsIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.map(String);
	return value === undefined || value === null ? [] : String(value).split(',');
};
