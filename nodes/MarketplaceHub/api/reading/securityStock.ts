import isEmpty from 'lodash/isEmpty';
import max from 'lodash/max';
import { eachWithPauses } from '../async';
import type { Hub } from '../hub';
import { type Identity, keyOf, skuOf } from '../rows/row';
import { Catalogue, type ProductEndpoint } from './catalogue';
import { ChannelEntries, skusOf } from './channelEntries';
import {
	addFound,
	leastNamedChannel,
	namedByFamily,
	entriesInInput,
	noteAbsent,
	withSku,
} from './channelReading';
import { agrees } from './comparable';
import { Families } from './families';
import { areMany } from './howToRead';
import { Findings, type HubEntry, type Reading, type ReadRequest, type Wanted } from './reading';

/**
 * Reads security stock (reference: Security stock), 0 where the hub lists none. Where it lists
 * a product, a variation's own stock cannot be seen, so that it has no value here. Where it lists
 * variations, a product has theirs: if they differ, the highest that differs from the given one. Where the hub
 * shows two different ones for a variation, neither that nor its product has a value here.
 */
export async function readSecurityStock(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const catalogue = new Catalogue(hub);
	const families = new Families(catalogue, request.mostSingleReads);
	const found = await readEntries(hub, request, families);
	const related = await namedByFamily(found, request, families);

	const findings = new Findings(request);
	await addFound(findings, found, related);
	// also of entries that the hub lists: which others their value holds for is not known
	await findings.noteUnread(catalogue.failureOf, request.wanted.values());
	await addNotFound(findings, found, request, catalogue);
	await followProducts(findings, request, catalogue);
	await noteAbsent(findings, request, families.absent);
	return { ...findings.reading, whole: leastNamedChannel(found, request, related) };
}

/** Reads the entries that the hub lists, and the families that tell what else they hold for. */
async function readEntries(
	hub: Hub<'securityStockList' | ProductEndpoint>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlyMap<string, HubEntry>> {
	const entries = new ChannelEntries(hub, 'securityStockList', request);
	await entries.read();
	// a few that the list does not show: it may show their product or their variations
	const missing = await entries.missing();
	if (areMany(missing.length, request.mostSingleReads))
		await readAllFamilies(entries.found, request, families);
	else {
		await families.readEach(skusOf(missing));
		await entries.readRelatives(families.catalogue.relativesOf);
	}
	await families.findAbsent(skusOf(await entries.missing()));
	return entries.found;
}

/** Reads the families of all entries. */
async function readAllFamilies(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<void> {
	const all = skusOf([...found.values(), ...entriesInInput(request)]);
	await families.readPairs(all, all);
}

const productKeyOf = (identity: Identity, { productOf }: Catalogue): string =>
	keyOf(withSku(identity, productOf(skuOf(identity)) ?? ''));

/** Adds wanted entries that the hub does not list, with what it lists of their product or variations. */
async function addNotFound(
	findings: Findings,
	found: ReadonlyMap<string, HubEntry>,
	{ wanted }: ReadRequest,
	catalogue: Catalogue,
): Promise<void> {
	const isContradictory = (key: string) => found.has(key) && isEmpty(found.get(key)?.values);
	const stockOf = (key: string) => Number(found.get(key)?.values.estoqueSeguranca ?? 0);
	await eachWithPauses(wanted.values(), ({ key, identity, given }) => {
		if (found.has(key) || catalogue.failureOf(skuOf(identity)) !== undefined) return;
		const variations = catalogue
			.variationsOf(skuOf(identity))
			.map((sku) => keyOf(withSku(identity, sku)));
		const isHidden =
			found.has(productKeyOf(identity, catalogue)) || variations.some(isContradictory);
		const inHub = variations.filter((variation) => !wanted.has(variation)).map(stockOf);
		const others = inHub.filter((value) => value !== given.estoqueSeguranca);
		// variations that are all wanted are compared themselves
		const ofNone = variations.length > 0 ? given.estoqueSeguranca : 0;
		const estoqueSeguranca = max(others) ?? inHub[0] ?? ofNone;
		findings.note(key, { before: isHidden ? {} : { estoqueSeguranca } });
	});
}

/** A product's security stock holds for its variations: where it changes, what they have is unknown. */
async function followProducts(
	findings: Findings,
	{ wanted }: ReadRequest,
	catalogue: Catalogue,
): Promise<void> {
	const changes = ({ key, given }: Wanted) => !agrees(findings.before(key) ?? {}, given);
	await eachWithPauses(wanted.values(), ({ key, identity }) => {
		const product = wanted.get(productKeyOf(identity, catalogue));
		if (product !== undefined && product.key !== key)
			findings.note(key, { followsProduct: true, ...(changes(product) && { before: {} }) });
	});
}
