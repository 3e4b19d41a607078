import { Random } from '../hub/data/random.mts';

export interface ShopOptions {
	skus: number;
	ordersPerDay: number;
	days: number;
	/** How buyers spread over the SKUs: evenly, or the first far more than the last (Zipf, exponent 1). */
	demand: 'even' | 'zipf';
}

/** An order that a buyer places if the SKU is on sale. */
export interface Wish {
	/** In ms from the beginning. */
	time: number;
	sku: string;
	quantity: number;
	/** When it is cancelled; most are not. */
	cancelledAt: number;
}

export interface Delivery {
	time: number;
	sku: string;
	pieces: number;
}

export interface Shop {
	/** SKUs that lie in the store. */
	parts: string[];
	/** Each kit with its three parts, one piece of each. */
	kits: Map<string, string[]>;
	wishes: Wish[];
	/** What comes into the store, sorted by time. */
	deliveries: Delivery[];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const exponential = (random: Random, mean: number) => -Math.log(1 - random.next()) * mean;

/** A shop that is short of what buyers want: the same shop and the same days each time. A tenth of the SKUs are kits. */
export function makeShop({ skus, ordersPerDay, days, demand }: ShopOptions): Shop {
	const random = new Random(5_000);
	const parts = Array.from({ length: skus * 0.9 }, (_, index) => `P${index}`);
	const kits = new Map<string, string[]>();
	for (let index = 0; index < skus * 0.1; index += 1) {
		const some = new Set<string>();
		while (some.size < 3) some.add(random.pick(parts));
		kits.set(`K${index}`, [...some]);
	}
	const pick = picker([...parts, ...kits.keys()], demand, random);
	const wishes: Wish[] = [];
	for (let time = 0; time < days * DAY; time += exponential(random, DAY / ordersPerDay)) {
		const quantity = random.next() < 0.1 ? 2 : 1;
		const cancelledAt = random.next() < 0.03 ? time + exponential(random, 3 * HOUR) : Infinity;
		wishes.push({ time, sku: pick(), quantity, cancelledAt });
	}
	const deliveries = deliveriesFor(wishes, { parts, kits }, days, random);
	return { parts, kits, wishes, deliveries };
}

function picker(skus: string[], demand: ShopOptions['demand'], random: Random): () => string {
	const order = skus.map((sku) => ({ sku, place: random.next() }));
	order.sort((one, other) => one.place - other.place);
	let total = 0;
	const until = order.map((_, rank) => (total += demand === 'even' ? 1 : 1 / (rank + 1)));
	return () => {
		const point = random.next() * total;
		let [low, high] = [0, until.length - 1];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (until[middle]! > point) high = middle;
			else low = middle + 1;
		}
		return order[low]!.sku;
	};
}

/** Nine tenths of what buyers want of each part, half a day's worth at first and the rest day by day. */
function deliveriesFor(
	wishes: Wish[],
	{ parts, kits }: Pick<Shop, 'parts' | 'kits'>,
	days: number,
	random: Random,
): Delivery[] {
	const wanted = new Map(parts.map((part) => [part, 0]));
	for (const { sku, quantity } of wishes)
		for (const part of kits.get(sku) ?? [sku]) wanted.set(part, wanted.get(part)! + quantity);
	const deliveries: Delivery[] = [];
	for (const [sku, pieces] of wanted) {
		const daily = (pieces * 0.9) / days;
		deliveries.push({ time: -1, sku, pieces: Math.round(daily / 2 + random.next()) });
		for (let day = 0; day < days; day += 1) {
			const time = (day + random.next()) * DAY;
			deliveries.push({ time, sku, pieces: Math.floor(daily + random.next()) });
		}
	}
	return deliveries.sort((one, other) => one.time - other.time);
}
