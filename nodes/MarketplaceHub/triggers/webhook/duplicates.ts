/** What was last emitted about an order. */
interface Emitted {
	fingerprint: string;
	/** Epoch ms. */
	until: number;
	/** Whether n8n took it in. */
	stored: Promise<boolean>;
}

/** By node and order, the one used last at the end; this process only. */
const remembered = new Map<string, Emitted>();
const mostRemembered = 10_000;

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
export function claimEmission(key: string, fingerprint: string, window: number): Claim {
	const now = Date.now();
	const known = remembered.get(key);
	if (known?.fingerprint === fingerprint && known.until > now)
		return { first: false, stored: known.stored };
	let settle: (stored: boolean) => void = () => {};
	const stored = new Promise<boolean>((resolve) => {
		settle = resolve;
	});
	const emitted = { fingerprint, until: now + window, stored };
	remember(key, emitted, now);
	return {
		first: true,
		settle: (outcome) => {
			if (!outcome && remembered.get(key) === emitted) remembered.delete(key);
			settle(outcome);
		},
	};
}

function remember(key: string, emitted: Emitted, now: number): void {
	remembered.delete(key);
	remembered.set(key, emitted);
	for (const [oldest, { until }] of remembered) {
		if (until > now && remembered.size <= mostRemembered) return;
		remembered.delete(oldest);
	}
}
