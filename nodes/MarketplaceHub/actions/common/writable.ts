import { checked } from '../../api/schemas/check';
import type { objectOf } from '../../api/schemas/fields';
import {
	type Intake,
	settle,
	takeIn,
	type Values,
	type WriteShape,
} from '../../api/schemas/intake';
import { assertAllExact } from '../../api/values/checks';
import { NumberColumns, toNumber } from '../../api/values/numbers';
import type { NodeContext } from '../operation';

/** How the values that a user gives become what is sent. */
export interface Writing {
	shape: WriteShape;
	/** Check of a whole entry. */
	schema: ReturnType<typeof objectOf>;
	/** Whether fields may be left out: what is not sent stays as it is. */
	change?: boolean;
	/** The values that an item gives, as they are. */
	read: (context: NodeContext, itemIndex: number) => Values[];
}

/**
 * What is sent for an entry that was taken in. What is left out, filled in or read in one of two ways
 * on the way is noted for the run's hints.
 * @throws HubError of kind `invalid`
 */
export function toBody(context: NodeContext, intake: Intake, writing: Writing): Values {
	const { shape, schema, change = false } = writing;
	const { notes } = context;
	Object.entries(intake.values).forEach(([name, value]) => assertAllExact(name, value));
	notes.addUnknown(intake.unknown);
	const textOf = new Map<string, string>();
	for (const { path, column, use, text, number, replace } of intake.numbers) {
		if ('value' in number) {
			// the others are shown by the check as they are
			if (toNumber(text) !== number.value) textOf.set(path, text);
			continue;
		}
		const columns = notes.numberColumns(() => columnsOf(context, writing));
		const { value, certain } = columns.decide(column, use, number);
		replace(value);
		textOf.set(path, text);
		if (!certain) notes.addNumber(column, text, value);
	}
	const settled = settle(intake, shape.fields, change);
	notes.addSettled(settled);
	return checked(schema, settled.values, textOf);
}

/** How the numbers of all items of the run are written. */
function columnsOf(context: NodeContext, { shape, read }: Writing): NumberColumns {
	const columns = new NumberColumns();
	for (const itemIndex of context.node.getInputData().keys()) {
		for (const { column, use, number } of numbersOf(context, itemIndex, { shape, read }))
			columns.add(column, use, number);
	}
	return columns;
}

/** An item that cannot be read says nothing here: its own turn tells what is wrong with it. */
function numbersOf(
	context: NodeContext,
	itemIndex: number,
	{ shape, read }: Pick<Writing, 'shape' | 'read'>,
): Intake['numbers'] {
	try {
		return read(context, itemIndex).flatMap((values) => takeIn(values, shape).numbers);
	} catch {
		return [];
	}
}
