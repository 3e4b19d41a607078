import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { eachWithPauses, mapConcurrently } from '../async';
import { agrees, type Comparable, differences, toComparable } from '../comparable';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import { readsAtOnce } from '../http/runLimit';
import { productListItem } from '../schemas/records';
import { Catalogue, type ProductEndpoint, type RecordTaker } from './catalogue';
import { Findings } from './findings';
import { type Reading, type ReadRequest, showsAll, type Wanted } from './reading';
import { refuseTakenVariations } from './takenVariations';
import { lookForUnlisted } from './unlistedSkus';
import { variationWithoutSku } from './unshownVariations';

/** Reads products (reference: Product), and finds out which of them must not be sent. */
export async function readProducts(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const { wanted, tooManyForSingles } = request;
	const notListed = await notListedFields(wanted.values());
	const values = new ProductValues(request, notListed.length === 0);
	const { findings } = values;
	const catalogue = new Catalogue(hub, tooManyForSingles, values);
	await readValues(catalogue, values);
	const namedShare = shareOfNamed(catalogue, findings, request);
	await refuseTakenVariations(catalogue, request, findings);
	await noteLeaders(catalogue, request, findings);
	catalogue.assertHubAnswers();
	const failureOf = (sku: string) =>
		catalogue.failureOf(sku, 'product') ?? contradiction(sku, catalogue);
	await findings.keepBackUnread(await findings.unfoundEntries(), failureOf);
	const fieldsNotListed = tooManyForSingles(wanted.size) ? notListed : [];
	return { ...findings.result(), fieldsNotListed, namedShare };
}

/**
 * Reads the values of the wanted products.
 *
 * The product list is read first in two cases: the run asks about products that the input does not
 * name, or many products are wanted and the list has every field that the input gives. Otherwise
 * each product is read from its own record.
 *
 * If more than a few of these records turn out to be absent, the list is read after all. It tells
 * which of the remaining products are new. It also contains the leaders of new products, and the
 * products to which their variations may already belong.
 * @param values takes what is read
 */
async function readValues(catalogue: Catalogue, values: ProductValues): Promise<void> {
	const { findings, request } = values;
	const { wanted, tooManyForSingles, unnamedAre } = request;
	const listsFirst =
		unnamedAre !== 'ignored' || (values.listShowsAll && tooManyForSingles(wanted.size));
	const absent = listsFirst ? new Set<string>() : await readRecords(catalogue, wanted.keys());
	if (!listsFirst && !tooManyForSingles(absent.size)) return;
	await catalogue.readPages();
	const isUnlisted = (sku: string) => !catalogue.listed.has(sku) && !absent.has(sku);
	const unlisted = async () => (await findings.unfoundSkus()).filter(isUnlisted);
	await lookForUnlisted(catalogue, unlisted, { kind: 'product' });
	const listedInPart = (await findings.unfoundSkus()).filter((sku) => catalogue.listed.has(sku));
	await catalogue.lookUpProducts(listedInPart);
}

/** Why a product must not be taken for new although the hub has no record of it: it is listed. */
const contradiction = (sku: string, { listed }: Catalogue): HubError | undefined =>
	listed.has(sku)
		? new HubError('invalid', `The product list shows ${sku}, but the hub has no record of it`, {
				description:
					'Nothing was sent for this product, since it is not known whether it is new. Look at the product in the hub, and run again.',
			})
		: undefined;

/** How many of the hub's products the input names; undefined if nobody asks. */
function shareOfNamed(
	{ listed }: Catalogue,
	findings: Findings,
	{ named, unnamedAre }: ReadRequest,
): Reading['namedShare'] {
	if (unnamedAre === 'ignored') return undefined;
	const isNamedOnly = (sku: string) => named.has(sku) && findings.before(sku) === undefined;
	const namedOnly = [...listed].filter(isNamedOnly).length;
	return { named: findings.foundCount + namedOnly, inHub: listed.size };
}

/** The fields that the input gives and the product list does not have. */
async function notListedFields(wanted: Iterable<Wanted>): Promise<string[]> {
	const names = new Set<string>();
	await eachWithPauses(wanted, ({ given }) => {
		for (const name of Object.keys(given)) if (!(name in productListItem)) names.add(name);
	});
	return [...names];
}

/**
 * The values of wanted products, from the list or from their records. If the products that the
 * input does not name are to be read, their values come from the list.
 */
class ProductValues implements RecordTaker {
	readonly findings: Findings;

	/** @param listShowsAll whether the product list has all fields that the input gives */
	constructor(
		readonly request: ReadRequest,
		readonly listShowsAll: boolean,
	) {
		this.findings = new Findings(request);
	}

	takesListItem(sku: string): boolean {
		const { wanted, unnamedAre } = this.request;
		return wanted.has(sku) ? this.listShowsAll : unnamedAre === 'read';
	}

	listItem(sku: string, item: IDataObject): void {
		const { fields, wanted } = this.request;
		const values = toComparable(item, fields);
		if (showsAll(values, wanted.get(sku)?.given)) this.add(sku, values);
	}

	product(sku: string, record: IDataObject): void {
		const { fields, wanted } = this.request;
		const given = wanted.get(sku)?.given;
		if (given === undefined) return;
		const values = toComparable(record, fields);
		this.add(sku, values);
		const unsendable = variationWithoutSku(sku, record);
		if (unsendable !== undefined && 'variacoes' in differences(values, given))
			this.findings.learn(sku, { unsendable });
	}

	private add(sku: string, values: Comparable): void {
		const { given } = this.request.wanted.get(sku) ?? {};
		this.findings.add({
			key: sku,
			identity: { sku },
			values: valuesWorthKeeping(values, given),
		});
	}
}

/**
 * The values to keep of a product. If it agrees with the input, only the input's values are kept,
 * so that memory holds no copy for each product. `ativo` is always kept, because a guard counts the
 * active products.
 */
function valuesWorthKeeping(values: Comparable, given: Comparable | undefined): Comparable {
	if (given === undefined || !agrees(values, given)) return values;
	return values.ativo === given.ativo ? given : { ...given, ativo: values.ativo };
}

/**
 * Reads the records of products. It stops when too many of them are absent.
 * @returns the absent ones
 */
async function readRecords(catalogue: Catalogue, skus: Iterable<string>): Promise<Set<string>> {
	const absent = new Set<string>();
	function* untilTooManyAreAbsent() {
		for (const sku of skus) {
			if (catalogue.tooManyForSingles(absent.size)) return;
			yield sku;
		}
	}
	await mapConcurrently(untilTooManyAreAbsent(), readsAtOnce, async (sku) => {
		if ((await catalogue.lookUpProduct(sku)) === 'absent') absent.add(sku);
	});
	return absent;
}

/**
 * Adds a note to each new product whose leader is neither in the input nor in the hub, or cannot be
 * read. Each leader that is neither wanted nor listed costs a read.
 */
async function noteLeaders(
	catalogue: Catalogue,
	{ wanted }: ReadRequest,
	findings: Findings,
): Promise<void> {
	const isKnown = (leader: string) => wanted.has(leader) || catalogue.listed.has(leader);
	const leaders = (await findings.unfoundEntries())
		.map(({ key, given }) => ({ sku: key, leader: String(given.skuProdutoLider ?? key) }))
		.filter(({ leader }) => !isKnown(leader));
	await catalogue.lookUpProducts(uniq(leaders.map(({ leader }) => leader)));
	await eachWithPauses(leaders, async ({ sku, leader }) => {
		if ((await catalogue.lookUpProduct(leader)) === 'found') return;
		const absent = `The hub has no product ${leader}, the leader of this one, and no row registers it`;
		findings.learn(sku, { note: catalogue.failureOf(leader, 'product')?.message ?? absent });
	});
}
