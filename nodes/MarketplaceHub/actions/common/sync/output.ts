import type { RecordSchema } from '../../../api/schemas/answers';

/** What the result of an entry looks like; `values` are the fields that are compared. */
export const syncResult = (
	identity: Readonly<Record<string, RecordSchema>>,
	values: RecordSchema,
) => ({ ...identity, status: 'string', before: values, after: values }) as const;
