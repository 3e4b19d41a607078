import groupBy from 'lodash/groupBy';
import minBy from 'lodash/minBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { channelOf, skuOf, withSku } from '../rows/row';
import type { Catalogue } from './catalogue';
import { readBeforeRemoval } from './beforeRemoval';
import { readRelatives } from './relatives';
import { Findings } from './findings';
import type { HubEntry, Reading, ReadRequest } from './reading';

/* What the readers of customized prices and of security stock share. */

/**
 * Makes findings of the entries that were found. First it finds out which entries that the input
 * does not name have a relative that it names in the same channel. These count as named.
 *
 * E.g. the hub has a price for the variation v of P in channel 1. The input names P in channel 1,
 * but not v. Then v counts as named, and its price is not deleted.
 * @returns also how many entries the input names, in the channel where their share is smallest
 * @throws HubError if entries may be removed, and the record of one cannot be read; and if the hub
 * shows neither an entry nor a record
 */
export async function readFindings(
	found: ReadonlyMap<string, HubEntry>,
	request: ReadRequest,
	catalogue: Catalogue,
): Promise<{ findings: Findings; namedShare: Reading['namedShare'] }> {
	const related = await relatedIn(await unnamedIn(found, request), request, catalogue);
	if (found.size === 0) catalogue.assertHubAnswers();
	const findings = new Findings(request);
	await eachWithPauses(found.values(), (entry) => {
		if (!related.has(entry.key)) findings.add(entry);
	});
	return { findings, namedShare: leastNamedShare(found, request, related) };
}

/** Entries of the hub that the input names in no spelling. Empty if nobody asks for them. */
async function unnamedIn(
	found: ReadonlyMap<string, HubEntry>,
	{ named, unnamedAre }: ReadRequest,
): Promise<HubEntry[]> {
	if (unnamedAre === 'ignored') return [];
	return await filterWithPauses(
		found.values(),
		({ identity }) => named.alike(identity) === undefined,
	);
}

/**
 * Reads which of these entries have a relative that the input names in the same channel.
 * @returns their keys
 */
async function relatedIn(
	unnamed: readonly HubEntry[],
	{ named, unnamedAre }: ReadRequest,
	catalogue: Catalogue,
): Promise<ReadonlySet<string>> {
	if (unnamed.length === 0) return new Set();
	if (unnamedAre === 'read') await readBeforeRemoval(catalogue, unnamed, named);
	else await readRelatives(catalogue, unnamed, named);
	const { isVariation, productOf, relativesOf } = catalogue.shown;
	const isRelated = ({ identity }: HubEntry) => {
		const own = skuOf(identity);
		const isNamed = (sku: string) => named.alike(withSku(identity, sku)) !== undefined;
		if (relativesOf(own).some(isNamed) || named.hasVariationOf(identity)) return true;
		// no record names the product of this variation, so the input may name that product
		return isVariation(own) && productOf(own) === undefined;
	};
	return new Set((await filterWithPauses(unnamed, isRelated)).map(({ key }) => key));
}

/** @param related keys of entries that count as named because of a relative */
function leastNamedShare(
	found: ReadonlyMap<string, HubEntry>,
	{ named, unnamedAre }: ReadRequest,
	related: ReadonlySet<string>,
): Reading['namedShare'] {
	if (unnamedAre === 'ignored') return undefined;
	const isNamed = ({ key }: HubEntry) => named.has(key) || related.has(key);
	const byChannel = groupBy([...found.values()], ({ identity }) => channelOf(identity));
	const channels = Object.entries(byChannel).map(([channel, entries], _index, all) => {
		const count = entries.filter(isNamed).length;
		return { named: count, inHub: entries.length, channel: all.length > 1 ? channel : undefined };
	});
	return minBy(channels, (one) => one.named / one.inHub);
}
