/**
 * `npm run stock:week`: a week of a shop with 2,000 SKUs and 5,000 orders a day, whose stock is sent to
 * marketplaces as the example `stock-less-open-orders` does. First through the node, every 15 minutes;
 * then a table of intervals, buffers and demands by the example's code alone. Ends with 1 when a covered
 * order is oversold, or when too few are covered. Takes about half an hour; `-- 1` plays one day.
 *
 * `-- n8n` plays one day through the published examples in a real n8n instead, for hours: each of its 96
 * runs stores 2,000 rows. `-- n8n 10` plays it with a tenth of the SKUs and orders.
 */
import buildWhenStale from '../support/build.mts';
import { judge, printHead, printWeek, type Played } from './report.mts';
import { erpStock, openOrders } from './sellers.mts';
import { makeShop, type ShopOptions } from './shop.mts';
import { playWeek, type Seller } from './week.mts';

const [given = '7', part = '1'] = process.argv.slice(2);
const days = given === 'n8n' ? 1 : Number(given);
const size = { skus: 2_000 / Number(part), ordersPerDay: 5_000 / Number(part), days };
const buffer = '1';

async function play(played: Played, shop: ShopOptions, seller: Seller): Promise<void> {
	const week = await playWeek({ ...shop, every: played.every, seller });
	printWeek(played, week);
	if (played.what !== "the ERP's stock") judge(played, week);
}

async function throughN8n(): Promise<void> {
	const shop = { ...size, demand: 'even' } as const;
	const { startRealN8n } = await import('./realN8n.mts');
	const began = performance.now();
	const { seller, stop } = await startRealN8n(shop, buffer);
	await play({ what: 'in a real n8n', demand: 'even', every: 15, buffer }, shop, seller);
	console.log(`${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
	await stop();
}

async function throughTheNode(): Promise<void> {
	const shop = { ...size, demand: 'even' } as const;
	const { startNode } = await import('./node.mts');
	const { parts, kits } = makeShop(shop);
	const node = await startNode([...parts, ...kits.keys()]);
	const seller = openOrders(shop, buffer, node.send);
	await play({ what: 'through the node', demand: 'even', every: 15, buffer }, shop, seller);
	await node.stop();
}

async function byCode(): Promise<void> {
	for (const demand of ['even', 'zipf'] as const) {
		const shop = { ...size, demand };
		await play({ what: "the ERP's stock", demand, every: 15, buffer: '0' }, shop, erpStock());
		for (const every of [15, 5, 1])
			for (const kept of ['0', '1', '10%']) {
				const played = { what: 'stock less open orders', demand, every, buffer: kept };
				await play(played, shop, openOrders(shop, kept));
			}
	}
}

buildWhenStale();
printHead();
if (given === 'n8n') await throughN8n();
else {
	await throughTheNode();
	await byCode();
}
// n8n's engine would keep the process
process.exit();
