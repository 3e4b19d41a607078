import sortBy from 'lodash/sortBy';
import { eachWithPauses } from '../../../api/async';
import { skuOf } from '../../../api/rows/row';
import { recordsIn } from '../../../api/comparison/comparable';
import { printable } from '../../../api/values/text';
import { typed } from '../../../api/values/amounts';
import { type Compared, type FieldChange, fieldChanges } from '../change';
import { brl, isPrice } from './guardedPrices';

const [mostFields, longestValue, shownBefore] = [5, 30, 8];

/** A field whose values differ, in so many entries, and its values in the first of them. */
interface ChangedField {
	name: string;
	count: number;
	sku: string;
	inHub: unknown;
	inList: unknown;
}

/**
 * Which fields differ in how many of these entries, the most frequent first, each with an example of both
 * values; fields of variations as `variacoes.precoPor`. Entries that are new or would be deleted have no such
 * fields: they are counted.
 * @returns e.g. `` `descricao` in 940 (SKU A: "Ol&aacute;" in the hub, "Olá" in the list), 3 are new ``; empty for none
 */
export async function fieldsInWords(changes: readonly Compared[]): Promise<string> {
	const fields = new Map<string, ChangedField>();
	let [created, deleted] = [0, 0];
	await eachWithPauses(changes, ({ does, identity, before: inHub, after }) => {
		if (does === 'remove') deleted++;
		else if (inHub === undefined) created++;
		else {
			const seen = new Set<string>();
			for (const [name, was, is] of valuesThatDiffer({ before: inHub, after })) {
				const field = fields.get(name);
				if (field === undefined)
					fields.set(name, { name, count: 1, sku: skuOf(identity), inHub: was, inList: is });
				else if (!seen.has(name)) field.count++;
				seen.add(name);
			}
		}
	});
	const frequent = sortBy([...fields.values()], ({ count }) => -count);
	const more = frequent.length - mostFields;
	return [
		...frequent.slice(0, mostFields).map(inWords),
		...(more > 0 ? [`${more} more ${more === 1 ? 'field' : 'fields'}`] : []),
		...(created > 0 ? [`${created} ${created === 1 ? 'is' : 'are'} new`] : []),
		...(deleted > 0 ? [`${deleted} would be deleted`] : []),
	].join(', ');
}

/** Fields of an entry and of its variations that differ. */
function* valuesThatDiffer(
	values: Pick<Compared, 'before' | 'after'>,
	place = '',
): Generator<FieldChange> {
	for (const [field, was, is] of fieldChanges(values)) {
		if (is instanceof Map)
			for (const [key, after] of recordsIn(is))
				yield* valuesThatDiffer({ before: recordsIn(was).get(key), after }, `${field}.`);
		else yield [place + field, was, is];
	}
}

function inWords({ name, count, sku, inHub, inList }: ChangedField): string {
	const [was, is] = [inHub, inList].map((value) => asText(name, value)) as [string, string];
	const from = firstDifference(was, is);
	const example = `SKU ${printable(sku)}: ${excerpt(was, from)} in the hub, ${excerpt(is, from)} in the list`;
	return `\`${name}\` in ${count} (${example})`;
}

function asText(name: string, value: unknown): string {
	if (typeof value === 'number')
		return isPrice.test(name.replace(/^.*\./, '')) ? brl(value) : typed(value);
	return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Where two texts begin to differ. */
function firstDifference(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let at = 0;
	while (at < most && one[at] === other[at]) at++;
	return at;
}

/** The part of a text around a place, in quotation marks. */
function excerpt(text: string, place: number): string {
	const start = text.length <= longestValue ? 0 : Math.max(0, place - shownBefore);
	const end = start + longestValue;
	const part = printable(text.slice(start, end));
	return text === ''
		? 'nothing'
		: `'${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}'`;
}
