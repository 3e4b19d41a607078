import type { AccountState } from '../../api/state';

/** The first of several equal emissions, which says how it went, or a later one, which learns it. */
export type Claim =
	| { first: true; settle: (stored: boolean) => void }
	| { first: false; stored: Promise<boolean> };

/**
 * Claims the emission of an order's content. The same order with the same content within the
 * window is a duplicate; with other content it is not, even if it had that content before.
 * @param key node and order
 * @param window ms
 */
export function claimEmission(
	{ emittedOrders }: AccountState,
	key: string,
	fingerprint: string,
	window: number,
): Claim {
	const known = emittedOrders.get(key);
	if (known?.fingerprint === fingerprint) return { first: false, stored: known.stored };
	let settle: (stored: boolean) => void = () => {};
	const stored = new Promise<boolean>((resolve) => {
		settle = resolve;
	});
	const emitted = { fingerprint, stored };
	emittedOrders.set(key, emitted, window);
	return {
		first: true,
		settle: (outcome) => {
			if (!outcome) emittedOrders.delete(key, emitted);
			settle(outcome);
		},
	};
}
