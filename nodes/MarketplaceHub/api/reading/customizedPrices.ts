import compact from 'lodash/compact';
import pickBy from 'lodash/pickBy';
import { eachWithPauses, filterWithPauses } from '../async';
import { hasValues } from '../comparable';
import type { Hub } from '../hub';
import { skuOf } from '../rows/row';
import type { ProductEndpoint } from './catalogue';
import { ChannelEntries, type ChannelValueList } from './channelEntries';
import { readFindings } from './channelFindings';
import { noteNotInHub } from './channelNotes';
import type { Findings } from './findings';
import type { HubEntry, Reading, ReadRequest, Wanted } from './reading';
import { findSkus, type FoundSkus } from './skuValues';

const priceList: ChannelValueList<'customizedPriceList'> = {
	endpoint: 'customizedPriceList',
	skuField: 'skuProduto',
	valuesOf: ({ precoDePersonalizado: precoDe, precoPorPersonalizado: precoPor }) =>
		// a price of 0 means that there is none
		pickBy({ precoDe, precoPor }, (price) => Number(price) !== 0),
};

/**
 * Reads customized prices (reference: Customized prices). If a channel has no price of a SKU yet,
 * the guards compare the new one with the SKU's own prices, so these are read, too.
 */
export async function readCustomizedPrices(
	hub: Hub<'customizedPriceList' | ProductEndpoint>,
	request: ReadRequest,
): Promise<Reading> {
	const entries = new ChannelEntries(hub, priceList, request);
	await entries.read();
	const ofSkus = await findSkusWithoutPrice(hub, request, entries.found);
	const { catalogue } = ofSkus;
	await entries.lookAgain((sku) => compact([catalogue.shown.productOf(sku)]));
	const { findings, namedShare } = await readFindings(entries.found, request, catalogue);
	await learnOfSkus(findings, request, ofSkus);
	return { ...findings.result(), namedShare };
}

/**
 * Finds the SKUs of wanted entries for which the hub gave no price, or contradictory ones. The
 * records of these SKUs have two uses:
 * - If the price is new to its channel, the guards compare it with the price in the record.
 * - If the pages missed the price, the record tells the SKU's product, by which the list's filter
 *   may find it.
 */
async function findSkusWithoutPrice(
	hub: Hub<ProductEndpoint>,
	request: ReadRequest,
	found: ReadonlyMap<string, HubEntry>,
): Promise<FoundSkus> {
	const hasNoPrice = ({ key }: Wanted) => !hasValues(found.get(key)?.values);
	const withoutPrice = await filterWithPauses(request.wanted.values(), hasNoPrice);
	const bySku = new Map<string, Wanted>();
	await eachWithPauses(withoutPrice, ({ identity, given }) => {
		const sku = skuOf(identity);
		bySku.set(sku, { key: sku, identity: { sku }, given });
	});
	// ask for variations first: if a product has any, these have the prices
	return await findSkus(hub, { ...request, wanted: bySku }, 'variation');
}

/**
 * Adds what was learned about its SKU to each wanted entry for which the hub gave no price, or
 * contradictory ones.
 */
async function learnOfSkus(
	findings: Findings,
	request: ReadRequest,
	{ catalogue, findings: ofSkus }: FoundSkus,
): Promise<void> {
	const hasNoPrice = ({ key }: Wanted) => !hasValues(findings.before(key));
	const absent = new Set<string>();
	await eachWithPauses(await filterWithPauses(request.wanted.values(), hasNoPrice), (entry) => {
		const { key, identity } = entry;
		const sku = skuOf(identity);
		const ownPrices = ofSkus.before(sku);
		const unsendable = catalogue.failureOf(sku);
		if (ownPrices !== undefined) findings.learn(key, { ownPrices });
		else if (unsendable !== undefined) findings.learn(key, { unsendable });
		else if (catalogue.isAbsent(sku)) absent.add(sku);
	});
	await noteNotInHub(findings, request, absent);
}
