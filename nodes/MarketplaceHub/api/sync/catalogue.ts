import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import type { Hub } from '../hub';
import { readsAtOnce } from '../http/runLimit';
import { readList } from '../pagination';
import { productList, readProduct } from '../records';
import { productListItem } from '../schemas/records';
import type { FamilyEndpoint } from './families';
import { refuseMoves } from './moves';
import {
	type Comparable,
	type Held,
	holds,
	type Reading,
	type ReadRequest,
	toComparable,
} from './reading';
import { orNotFound } from '../errors';

/**
 * Reads products (reference: Product), each from its own record, or from the pages of
 * the list where these show all that the input names. The list is also read once more than a few are
 * not in the hub, so that the others that it lacks are not asked for. Of a product that is as the
 * input wants it nothing is kept.
 */
export async function readCatalogue(
	hub: Hub<FamilyEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const { wanted, fields, few, others, countsAll } = request;
	const values = new Map<string, Comparable>();
	const rest: Held[] = [];
	const absent = new Set<string>();
	const keep = (sku: string, record: Record<string, unknown>) => {
		const found = toComparable(record, fields);
		const want = wanted.get(sku)?.after;
		if (want === undefined) rest.push({ key: sku, identity: { sku }, values: found });
		else values.set(sku, holds(found, want) ? want : found);
	};
	const readRecords = async (skus: Iterable<string>) =>
		await mapConcurrently(skus, readsAtOnce, async (sku) => {
			const record = await orNotFound(readProduct(hub, sku));
			if (record === undefined) absent.add(sku);
			else keep(sku, record);
		});
	function* untilSomeAreAbsent() {
		for (const sku of wanted.keys()) {
			if (absent.size > few) return;
			yield sku;
		}
	}

	const unlisted = new Set<string>();
	await eachWithPauses(wanted.values(), ({ after }) => {
		for (const name of Object.keys(after)) if (!(name in productListItem)) unlisted.add(name);
	});
	const showsAll = unlisted.size === 0;
	const listsFirst = countsAll || (showsAll && wanted.size > few);
	if (!listsFirst) await readRecords(untilSomeAreAbsent());
	let inHub = 0;
	if (listsFirst || absent.size > few) {
		const listed = new Map<string, Record<string, unknown>>();
		const rows = await readList(hub, productList);
		await eachWithPauses(rows, (row) => void listed.set(String(row.skuProduto), row));
		inHub = listed.size;
		await eachWithPauses(listed, ([sku, row]) => {
			if (wanted.has(sku) ? showsAll : others) keep(sku, row);
		});
		const open = await filterWithPauses(
			wanted.keys(),
			(sku) => !values.has(sku) && !absent.has(sku),
		);
		const unseen = open.filter((sku) => !listed.has(sku));
		// products move from page to page while others come and go
		await readRecords(unseen.length > few ? open.filter((sku) => listed.has(sku)) : open);
	}
	const refused = await refuseMoves(hub, request, values);
	return {
		values,
		others: rest,
		refused,
		unlisted: wanted.size > few ? [...unlisted] : [],
		whole: countsAll ? { named: values.size, inHub } : undefined,
	};
}
