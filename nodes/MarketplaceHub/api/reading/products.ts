import uniq from 'lodash/uniq';
import { eachWithPauses, filterWithPauses, mapConcurrently } from '../async';
import type { Hub } from '../hub';
import { readsAtOnce } from '../http/runLimit';
import { readList } from '../pagination';
import { productList, readProduct } from '../reads';
import { productListItem } from '../schemas/records';
import { refuseMoves } from './moves';
import { recordOrNone, type ProductEndpoint } from './productRecords';
import { type Comparable, agrees, toComparable } from './comparable';
import { type HubEntry, type Reading, type ReadRequest, type Wanted } from './reading';

/**
 * Reads products (reference: Product), each from its own record, or from the pages of the product list
 * where these show all that the input names. The list is also read when more than a few records are not in
 * the hub: what it does not show is not asked for.
 */
export async function readProducts(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const { wanted, few, countsAll } = request;
	const reads = new ProductReads(hub, request);
	const unlisted = await fieldsNotListed(wanted.values());
	const showsAll = unlisted.length === 0;
	const listsFirst = countsAll || (showsAll && wanted.size > few);
	if (!listsFirst) await reads.readRecords(wanted.keys(), few);
	if (listsFirst || reads.absent.size > few) await reads.readList(showsAll);
	const { values, onlyInHub, inHub } = reads;
	return {
		values,
		onlyInHub,
		unsendable: await refuseMoves(hub, request, values),
		notes: await reads.notesOnLeaders(),
		unlisted: wanted.size > few ? unlisted : [],
		whole: countsAll ? { named: values.size + reads.refused, inHub } : undefined,
	};
}

/** The fields that the input names and the product list does not show. */
async function fieldsNotListed(wanted: Iterable<Wanted>): Promise<string[]> {
	const names = new Set<string>();
	await eachWithPauses(wanted, ({ given }) => {
		for (const name of Object.keys(given)) if (!(name in productListItem)) names.add(name);
	});
	return [...names];
}

/** The products that were found, and the reads that find them. */
class ProductReads {
	readonly values = new Map<string, Comparable>();
	readonly onlyInHub: HubEntry[] = [];
	/** Wanted products that the hub does not have. */
	readonly absent = new Set<string>();
	/** Products in the list, once it was read. */
	private readonly listed = new Set<string>();

	constructor(
		private readonly hub: Hub<ProductEndpoint>,
		private readonly request: ReadRequest,
	) {}

	/** Reads products' own records, and stops when more than `mostAbsent` are not in the hub. */
	async readRecords(skus: Iterable<string>, mostAbsent = Infinity): Promise<void> {
		const { absent } = this;
		function* untilTooManyAreAbsent() {
			for (const sku of skus) {
				if (absent.size > mostAbsent) return;
				yield sku;
			}
		}
		await mapConcurrently(untilTooManyAreAbsent(), readsAtOnce, async (sku) => {
			const record = await recordOrNone(sku, readProduct(this.hub, sku));
			if (record === undefined) absent.add(sku);
			else this.keep(sku, record);
		});
	}

	/**
	 * Reads the product list, then the records of wanted products that are open. A few that the list does
	 * not show are read as well: products move from page to page while others come and go.
	 *
	 * @param showsAll whether the list shows all fields that the input names
	 */
	async readList(showsAll: boolean): Promise<void> {
		const { wanted, few, readsOthers } = this.request;
		const bySku = new Map<string, Record<string, unknown>>();
		const rows = await readList(this.hub, productList);
		await eachWithPauses(rows, (row) => void bySku.set(String(row.skuProduto), row));
		await eachWithPauses(bySku, ([sku, row]) => {
			this.listed.add(sku);
			if (wanted.has(sku) ? showsAll : readsOthers) this.keep(sku, row);
		});
		const isOpen = (sku: string) => !this.values.has(sku) && !this.absent.has(sku);
		const open = await filterWithPauses(wanted.keys(), isOpen);
		const shown = open.filter((sku) => bySku.has(sku));
		await this.readRecords(open.length - shown.length > few ? shown : open);
	}

	/** Notes on new products whose leader neither the list nor the hub has; each such leader costs a read. */
	async notesOnLeaders(): Promise<Map<string, string>> {
		const { wanted } = this.request;
		const added = await filterWithPauses(wanted, ([sku]) => !this.values.has(sku));
		const leaders = added.flatMap(([sku, { given }]): Array<[string, string]> => {
			const leader = String(given.skuProdutoLider ?? sku);
			return wanted.has(leader) || this.listed.has(leader) ? [] : [[sku, leader]];
		});
		const absent = new Set<string>();
		await mapConcurrently(
			uniq(leaders.map(([, leader]) => leader)),
			readsAtOnce,
			async (leader) => {
				if ((await recordOrNone(leader, readProduct(this.hub, leader))) === undefined)
					absent.add(leader);
			},
		);
		return new Map(
			leaders
				.filter(([, leader]) => absent.has(leader))
				.map(([sku, leader]) => [
					sku,
					`The hub has no product ${leader}, the leader of this one, and no row registers it`,
				]),
		);
	}

	/** How many listed products the input names in rows that cannot be compared. */
	get refused(): number {
		const { named } = this.request;
		return [...this.listed].filter((sku) => !this.values.has(sku) && named.has(sku)).length;
	}

	/** How many products the list has, once it was read. */
	get inHub(): number {
		return this.listed.size;
	}

	private keep(sku: string, record: Record<string, unknown>): void {
		const { wanted, fields } = this.request;
		const values = toComparable(record, fields);
		const want = wanted.get(sku)?.given;
		if (want === undefined) this.onlyInHub.push({ key: sku, identity: { sku }, values });
		else this.values.set(sku, kept(values, want));
	}
}

/** The values of a product, without a copy where it is as the input wants it: whether it is active is counted in any case. */
function kept(values: Comparable, want: Comparable): Comparable {
	if (!agrees(values, want)) return values;
	return values.ativo === want.ativo ? want : { ...want, ativo: values.ativo };
}
