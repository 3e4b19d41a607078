import { z } from 'zod';
import { asFlag, choiceWord, plainWord } from '../../values/words';
import { preprocess } from '../effects';
import type { BoundedKind, FieldKind } from '../fields';

/* One of few values. */

export const flag = (): FieldKind => ({
	type: 'boolean',
	check: preprocess(asFlag, z.boolean()),
});

/**
 * One of the values that the reference lists, whatever its case, accents and blanks; `unset` is the word that a read
 * gives where none is set.
 */
export const choice = (values: readonly [string, ...string[]], unset?: string): BoundedKind => ({
	type: 'options',
	takes: [values.slice(0, -1).join(', '), values.at(-1)].join(' or '),
	options: values,
	check: preprocess(
		(value) => values.find((one) => one === choiceWord(value)) ?? value,
		z.enum([...values]),
	),
	unset: unset === undefined ? undefined : { is: (value) => plainWord(value) === unset },
});
