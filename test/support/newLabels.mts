import { expect } from 'vitest';
import { op } from './items.mts';
import type { Setup } from './setup.mts';

/** A label as *Shipment Label: Get Many* gives it. */
export const label = (idPedido: string, number: number, digest: string, more: object = {}) => ({
	...{ idPedido, labelId: `${idPedido}-${number}`, digest, recipient: 'Ana' },
	...{ mimeType: 'application/zpl', ...more },
});
/** The row of a label that is printed. */
export const printed = (given: object) => ({
	...given,
	step: 'printed',
	run: '7',
	fileName: 'one.zpl',
});

/** What *Find New* gives of labels with a file each, beside the rows of a table. */
export async function findNew(at: Pick<Setup, 'hub' | 'n8n'>, labels: object[], known: object[]) {
	const parameters = { knownLabels: JSON.stringify(known) };
	const items = labels.map((json, index) => ({
		json,
		binary: { data: { data: '', mimeType: 'text/plain', fileName: `${index}.zpl` } },
	}));
	const result = await at.n8n.run(op('shipmentLabel findNew', parameters), items as []);
	expect(at.hub.log).toEqual([]);
	return { news: result.json(), items: result.items() };
}
