import { checked } from '../../api/schemas/check';
import type { Values } from '../../api/schemas/fields';
import type { Normalized } from '../../api/schemas/normalize';
import { valueHints } from '../../api/schemas/valueNotes';
import { titled } from '../../api/values/labels';
import { assertAll, assertExact } from '../../shared/typedValues';
import type { ExecutionHints } from '../hints';

/**
 * The body for the values of an entry. The run's hints name the values that were left out or filled in.
 * @throws HubError of kind `invalid` that names the broken rules
 */
export function toBody(
	hints: ExecutionHints,
	{ values, notes, readings, shape }: Normalized,
): Values {
	for (const [name, value] of Object.entries(values))
		assertAll(assertExact, name, value, titled(shape.fields[name]?.label, name));
	for (const { kind, text } of notes) hints.list(valueHints[kind], text);
	const unknown = notes.filter(({ kind }) => kind === 'unknown').map(({ text }) => text);
	return checked(shape, values, { readings, unknown });
}
