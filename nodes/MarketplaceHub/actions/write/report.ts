import sortBy from 'lodash/sortBy';
import type { EntryResult, Row } from '../../api/rows/row';

/** The result of a row of a write that compares nothing. */
export const resultOfRow = (row: Row): EntryResult => {
	const { itemIndexes, identity, result, failure } = row;
	const unsent = failure === undefined ? identity : { ...identity, sucesso: false };
	return { itemIndexes, json: result ?? unsent, failure, about: row };
};

/** Results in the order of the rows they are about; those about none come last. */
export const inRowOrder = (results: EntryResult[]): EntryResult[] =>
	sortBy(results, ({ about }) => about?.position ?? Infinity);
