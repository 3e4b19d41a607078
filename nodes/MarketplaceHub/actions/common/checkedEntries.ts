import { findHubError, HubError } from '../../api/errors';
import { checked } from '../../api/schemas/check';
import type { WriteFields, objectOf } from '../../api/schemas/fields';
import type { OperationContext, RunResult } from '../operation';
import { readEntries } from './entries';

type Entry = Record<string, unknown>;

/** An entry that may be sent, and the item it came from. */
export interface CheckedEntry {
	itemIndex: number;
	/** Where it stood among all entries of the run. */
	position: number;
	body: Entry;
}

/**
 * Reads and checks the entries of all items. What may not be sent becomes a result with its own
 * message, so that the good ones still go through.
 * @param identity names of the fields that say which entry a result is about
 */
export function checkEntries(
	context: OperationContext,
	itemIndexes: number[],
	table: WriteFields,
	schema: ReturnType<typeof objectOf>,
	identity: Readonly<Record<string, string>>,
): { entries: CheckedEntry[]; refused: RunResult[] } {
	const entries: CheckedEntry[] = [];
	const refused: RunResult[] = [];
	let position = 0;
	for (const itemIndex of itemIndexes) {
		const refuse = (error: unknown, entry: Entry) => {
			const failure =
				findHubError(error) ??
				new HubError('invalid', error instanceof Error ? error.message : String(error));
			refused.push({
				itemIndexes: [itemIndex],
				position: position++,
				json: { ...identityOf(entry, identity), sucesso: false },
				failure,
			});
		};
		const given = valueOr(
			() => readEntries(context, itemIndex, table),
			(error) => refuse(error, {}),
		);
		given?.forEach((entry) => {
			const body = valueOr(
				() => checked(schema, entry),
				(error) => refuse(error, entry),
			);
			if (body !== undefined) entries.push({ itemIndex, position: position++, body });
		});
	}
	return { entries, refused };
}

/** The fields that say which entry a result is about, in the result's own names. */
export function identityOf(
	entry: Entry,
	identity: Readonly<Record<string, string>>,
): Record<string, string | number> {
	const fields = Object.entries(identity).map(([name, field]) => [name, entry[field]] as const);
	return Object.fromEntries(
		fields.filter((pair): pair is readonly [string, string | number] =>
			['string', 'number'].includes(typeof pair[1]),
		),
	);
}

/** Results in the order of the entries they are about; those about none come last. */
export function inEntryOrder(results: RunResult[]): RunResult[] {
	const positionOf = ({ position = Infinity }: RunResult) => position;
	return results.sort((a, b) =>
		positionOf(a) < positionOf(b) ? -1 : positionOf(a) > positionOf(b) ? 1 : 0,
	);
}

function valueOr<Value>(work: () => Value, otherwise: (error: unknown) => void): Value | undefined {
	try {
		return work();
	} catch (error) {
		otherwise(error);
		return undefined;
	}
}
