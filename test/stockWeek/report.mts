import type { ShopOptions } from './shop.mts';
import type { Week } from './week.mts';

/** Share of all orders that must be covered at 15 minutes where demand is spread evenly. */
const LEAST_COVERED = 0.95;

export interface Played {
	what: string;
	demand: ShopOptions['demand'];
	/** Minutes between two runs. */
	every: number;
	buffer: string;
}

const count = (value: number) => value.toLocaleString('en');
const print = (cells: Array<string | number>) => console.log(`| ${cells.join(' | ')} |`);

export function printHead(): void {
	const counts = ['orders', 'covered', 'oversold, covered', 'oversold, others', 'entries sent'];
	const head = ['sent', 'demand', 'minutes', 'buffer', ...counts];
	print(head);
	print(head.map(() => '---'));
}

/** Prints one row. */
export function printWeek({ what, demand, every, buffer }: Played, week: Week): void {
	const { orders, covered, oversold, sent } = week;
	const share = `${((covered / orders) * 100).toFixed(1)} %`;
	const counts = [oversold.covered, oversold.others, sent].map(count);
	print([what, demand, every, buffer, count(orders), share, ...counts]);
}

/** The command ends with 1 where a covered order is oversold, or too few are covered. */
export function judge({ demand, every }: Played, { orders, covered, oversold }: Week): void {
	const tooFew = demand === 'even' && every === 15 && covered / orders < LEAST_COVERED;
	if (oversold.covered > 0 || tooFew) process.exitCode = 1;
}
