import { z } from 'zod';
import { stockEntry } from './stock';

/** Stock as the hub stores it: a part of a unit would differ from what is read at every comparison. */
export const wholeStockEntry = stockEntry.superRefine(({ estoque }, { addIssue }) => {
	if (!Number.isInteger(estoque))
		addIssue({ code: z.ZodIssueCode.custom, path: ['estoque'], message: 'must be a whole number' });
});
