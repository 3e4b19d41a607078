import compact from 'lodash/compact';
import groupBy from 'lodash/groupBy';
import minBy from 'lodash/minBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { channelOf, type Identity, skuOf } from '../rows/row';
import { whichChannels } from '../values/ids';
import type { Catalogue } from './catalogue';
import { skusOf } from './channelEntries';
import type { Families } from './families';
import { Findings, type HubEntry, type Reading, type ReadRequest } from './reading';

/* What the readings of customized prices and of security stock have in common. */

/** The same channel's entry of another SKU. */
export const withSku = (identity: Identity, sku: string): Identity =>
	'skuProduto' in identity ? { ...identity, skuProduto: sku } : { ...identity, sku };

/**
 * Findings from the entries that the hub lists. An entry of a SKU whose product or variation the input names counts as
 * named, too.
 * @returns also how many entries the input names, of the channel that it names the smallest share of
 */
export async function findingsFrom(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<{ findings: Findings; whole: Reading['whole'] }> {
	const related = await namedByFamily(found, request, families);
	const findings = new Findings(request);
	await eachWithPauses(found.values(), (entry) => {
		if (!related.has(entry.key)) findings.add(entry);
	});
	return { findings, whole: leastNamedChannel(found, request, related) };
}

/**
 * Keys of entries that the input does not name itself, but by their product or one of their variations,
 * in the same channel.
 */
async function namedByFamily(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	families: Families,
): Promise<ReadonlySet<string>> {
	if (request.others === 'ignore') return new Set();
	const isInInput = (identity: Identity) => request.named.alike(identity) !== undefined;
	const others = await filterWithPauses(found.values(), ({ identity }) => !isInInput(identity));
	if (others.length > 0) {
		const skus = await skusOf(others);
		const { wanted, named } = request;
		await families.readPairs(skus, await skusOf(others, wanted.values(), named.values()));
		if (request.others === 'read') await readOwners(skus, families.catalogue);
	}
	const isNamed = ({ identity }: HubEntry) =>
		families.catalogue
			.relativesOf(skuOf(identity))
			.some((relative) => isInInput(withSku(identity, relative)));
	return new Set((await filterWithPauses(others, isNamed)).map(({ key }) => key));
}

/**
 * Reads the products of SKUs whose entries may end: the input may name one by its product.
 * @throws HubError where one cannot be read
 */
async function readOwners(skus: readonly string[], catalogue: Catalogue): Promise<void> {
	// a product may not show all of its variations
	const isUnshown = (sku: string) => !catalogue.isKnown(sku) && !catalogue.listed.has(sku);
	const unshown = await filterWithPauses(skus, isUnshown);
	await catalogue.findEach(unshown, { kinds: ['variation'], wantsProduct: () => false });
	catalogue.assertRead(skus);
}

function leastNamedChannel(
	found: ReadonlyMap<string, HubEntry>,
	{ named, others }: ReadRequest,
	related: ReadonlySet<string>,
): Reading['whole'] {
	if (others === 'ignore') return undefined;
	const isNamed = ({ key }: HubEntry) => named.has(key) || related.has(key);
	const byChannel = groupBy([...found.values()], ({ identity }) => channelOf(identity));
	const channels = Object.entries(byChannel).map(([channel, entries], _index, all) => {
		const count = entries.filter(isNamed).length;
		return { named: count, inHub: entries.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, (one) => one.named / one.inHub);
}

/**
 * Notes on entries that the hub shows no such channel, or no such SKU. The hub may take them all the same.
 * @param absent SKUs that were looked for in vain
 */
export async function noteAbsent(
	findings: Findings,
	{ wanted, channels }: ReadRequest,
	absent: ReadonlySet<string>,
): Promise<void> {
	if (wanted.size === 0) return;
	const all = await channels?.all();
	// a hub that does not give its channels may take the entries all the same
	const known = Array.isArray(all) ? new Set(all.map(({ id }) => String(id))) : undefined;
	await eachWithPauses(wanted.values(), ({ key, identity }) => {
		const [channel, sku] = [channelOf(identity), skuOf(identity)];
		const sentences = [
			known?.has(channel) === false && `The hub lists no channel ${channel}; ${whichChannels}`,
			absent.has(sku) && `The hub has no SKU ${sku}`,
		];
		const note = compact(sentences).join('. ');
		if (note !== '') findings.learn(key, { note });
	});
}
