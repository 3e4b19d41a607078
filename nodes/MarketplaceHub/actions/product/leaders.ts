import sortBy from 'lodash/sortBy';
import type { Entry, EntryResult } from '../../api/entries';
import { HubError } from '../../api/errors';
import { failedEntry } from '../common/entries';

const skuOf = ({ body }: Entry) => String(body.skuProduto);

/** Leaders before their children, which say what they come `after` (reference: Products). */
export function leadersFirst(entries: Entry[]): Entry[] {
	const leaders = new Map(entries.map((entry) => [skuOf(entry), leaderOf(entry)]));
	/** How many leaders of the run stand above it, one above the other. */
	const depthOf = (entry: Entry) => {
		const above = new Set<string>();
		let leader = leaderOf(entry);
		for (; leader !== undefined && !above.has(leader); leader = leaders.get(leader))
			above.add(leader);
		return above.size;
	};
	return sortBy(entries, depthOf).map((entry) => ({ ...entry, after: leaderOf(entry) }));
}

function leaderOf({ body }: Entry): string | undefined {
	return body.skuProduto === body.skuProdutoLider ? undefined : String(body.skuProdutoLider);
}

/** Why products are not sent, by SKU, unless another entry gives them. */
export function failuresBySku(
	entries: readonly Entry[],
	refused: readonly EntryResult[],
): Map<string, HubError> {
	const sent = new Set(entries.map(skuOf));
	const failures = new Map<string, HubError>();
	for (const { json, failure } of refused) {
		const sku = String(json.skuProduto ?? json.sku ?? '').trim();
		if (failure !== undefined && !sent.has(sku)) failures.set(sku, failure);
	}
	return failures;
}

/** Puts leaders first, and sets apart the children, and theirs, of leaders that are not sent. */
export function withholdChildren(
	entries: Entry[],
	refused: readonly EntryResult[],
): { entries: Entry[]; withheld: EntryResult[] } {
	const failures = failuresBySku(entries, refused);
	const ready: Entry[] = [];
	const withheld: EntryResult[] = [];
	for (const entry of leadersFirst(entries)) {
		const { after: leader } = entry;
		const because = leader === undefined ? undefined : failures.get(leader);
		if (because === undefined) {
			ready.push(entry);
			continue;
		}
		const failure = new HubError('notSent', `Not sent, because its leader ${leader} is not sent`, {
			description: `${because.message}. Correct that, or leave the leader out if the hub has it already.`,
		});
		failures.set(skuOf(entry), failure);
		withheld.push(failedEntry(entry, failure));
	}
	return { entries: ready, withheld };
}
