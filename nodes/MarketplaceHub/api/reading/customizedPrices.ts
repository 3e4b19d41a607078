import isEmpty from 'lodash/isEmpty';
import { filterWithPauses } from '../async';
import type { Hub } from '../hub';
import { skuOf } from '../rows/row';
import type { ProductEndpoint } from './catalogue';
import { ChannelEntries } from './channelEntries';
import { addFound, leastNamedChannel, namedByFamily, noteAbsent } from './channelReading';
import { Families } from './families';
import { NamedEntries } from './namedEntries';
import { Findings, type HubEntry, type Reading, type ReadRequest, type Wanted } from './reading';
import { lookUpSkus, type SkuReading } from './skus';

/**
 * Reads customized prices (reference: Customized prices). Where a channel has no price of a
 * SKU yet, a new one is compared with the SKU's own.
 */
export async function readCustomizedPrices(
	hub: Hub<'customizedPriceList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const entries = new ChannelEntries(hub, 'customizedPriceList', request);
	await entries.read();
	const { findings: own, catalogue } = await readOwnPrices(hub, request, entries.found);
	// the filter of the hub's list is by product
	await entries.readRelatives((sku) => [catalogue.productOf(sku)]);

	const { found } = entries;
	const related = await namedByFamily(
		found,
		request,
		new Families(catalogue, request.mostSingleReads),
	);
	const findings = new Findings(request);
	await addFound(findings, found, related);
	const isNew = ({ key }: Wanted) => isEmpty(findings.before(key));
	const absent = new Set<string>();
	for (const { key, identity } of await filterWithPauses(request.wanted.values(), isNew)) {
		const sku = skuOf(identity);
		const { before: ownPrices, unsendable } = own.get(sku) ?? {};
		if (ownPrices !== undefined) findings.note(key, { ownPrices });
		else if (unsendable !== undefined) findings.note(key, { unsendable });
		else absent.add(sku);
	}
	await noteAbsent(findings, request, absent);
	return { ...findings.reading, whole: leastNamedChannel(found, request, related) };
}

/**
 * Reads the products of prices that no channel shows: these are new, or the channel lists them under their
 * product.
 */
async function readOwnPrices(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	found: ReadonlyMap<string, HubEntry>,
): Promise<SkuReading> {
	const isUnpriced = ({ key }: Wanted) => isEmpty(found.get(key)?.values);
	const unpriced = await filterWithPauses(request.wanted.values(), isUnpriced);
	const bySku = unpriced.map(({ identity, given }): [string, Wanted] => {
		const sku = skuOf(identity);
		return [sku, { key: sku, identity: { sku }, given }];
	});
	const ofSkus: ReadRequest = {
		...request,
		wanted: new Map(bySku),
		named: new NamedEntries(),
		others: 'ignore',
	};
	return await lookUpSkus(hub, ofSkus, ['variation', 'product']);
}
