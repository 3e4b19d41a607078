/**
 * `npm run stock:week`: a week of a shop with 2,000 SKUs and 5,000 orders a day, whose stock is sent to
 * marketplaces as the example `stock-less-open-orders` does. First through the node, every 15 minutes;
 * then a table of intervals, buffers and demands by the example's code alone. Ends with 1 when a covered
 * order is oversold, or when too few are covered. Takes about an hour; `-- 1` plays one day.
 */
import buildWhenStale from '../support/build.mts';
import { makeShop, type ShopOptions } from './shop.mts';
import { playWeek, type Week, type WeekOptions } from './week.mts';

const days = Number(process.argv[2] ?? 7);
const shop = { skus: 2_000, ordersPerDay: 5_000, days };
/** Share of all orders that must be covered at 15 minutes where demand is spread evenly. */
const LEAST_COVERED = 0.95;

const count = (value: number) => value.toLocaleString('en');
const shareOf = ({ covered, orders }: Week) => covered / orders;

function row(name: string, { every, buffer, demand }: WeekOptions, week: Week): string {
	const { orders, oversold, sent } = week;
	const covered = `${(shareOf(week) * 100).toFixed(1)} %`;
	const counts = [orders, covered, oversold.covered, oversold.others, sent];
	const texts = counts.map((value) => (typeof value === 'number' ? count(value) : value));
	return `| ${[name, demand, every, buffer, ...texts].join(' | ')} |`;
}

async function play(name: string, options: WeekOptions): Promise<void> {
	const week = await playWeek(options);
	console.log(row(name, options, week));
	if (options.sends === 'stock') return;
	const tooFew = options.demand === 'even' && options.every === 15 && shareOf(week) < LEAST_COVERED;
	if (week.oversold.covered > 0 || tooFew) process.exitCode = 1;
}

console.log(
	'| sent | demand | minutes | buffer | orders | covered | oversold, covered | oversold, others | entries sent |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
await throughTheNode({ ...shop, demand: 'even' });
for (const demand of ['even', 'zipf'] as const) {
	const options = { ...shop, demand };
	await play("the ERP's stock", { ...options, sends: 'stock', every: 15, buffer: '0' });
	for (const every of [15, 5, 1])
		for (const buffer of ['0', '1', '10%'])
			await play('stock less open orders', { ...options, sends: 'sums', every, buffer });
}
// n8n's engine would keep the process
process.exit();

async function throughTheNode(options: ShopOptions): Promise<void> {
	buildWhenStale();
	const { startNode } = await import('./node.mts');
	const { parts, kits } = makeShop(options);
	const node = await startNode([...parts, ...kits.keys()]);
	const given = { every: 15, buffer: '1', sends: 'sums', send: node.send } as const;
	await play('the same, through the node', { ...options, ...given });
	await node.stop();
}
