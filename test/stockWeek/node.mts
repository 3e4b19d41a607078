import { startN8n } from '../engine/nodes.mts';
import { startHub } from '../hub/index.mts';
import { scaleTime } from '../support/clock.mts';
import { mapped, op } from '../support/items.mts';
import { addSkus } from '../support/products.mts';
import type { Json } from '../support/exampleCode.mts';
import type { Entry } from './week.mts';

/** As fast as the local hub can answer: a batch takes 10 ms. */
const timeScale = 300;

/**
 * *Stock: Sync* of the built package in n8n's engine, with a local hub that has these SKUs.
 *
 * @returns what sends the entries of a run as the example does
 */
export async function startNode(skus: string[]) {
	scaleTime(timeScale);
	const hub = await startHub({ timeScale });
	addSkus(hub, skus);
	const n8n = await startN8n(hub);
	const parameters = op('stock sync', { ...mapped, onlyChanges: true });
	return {
		async send(entries: Entry[]): Promise<Json[]> {
			if (entries.length === 0) return [];
			const items = entries.map((entry) => ({ ...entry }));
			const result = await n8n.done(parameters, items, { onError: 'continueErrorOutput' });
			hub.clearLog();
			return [...result.json(), ...result.json(1)];
		},
		stop: async () => await hub.stop(),
	};
}
