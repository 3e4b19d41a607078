import uniq from 'lodash/uniq';
import type { IDataObject } from 'n8n-workflow';
import { textFields } from '../../api/schemas/reads/records';
import { readJson } from '../form/readEntries';
import { defineOperation, Output } from '../operation';

/** Tells labels that are to be printed from those that a table knows, without a request. */
export const findNewLabels = defineOperation({
	option: {
		name: 'Find New',
		value: 'findNew',
		action: 'Find new shipment labels',
		toolDescription:
			'Tell which of the shipment labels that the workflow holds already are not printed yet. For a workflow that prints, not for questions about an order. Reads only; no request.',
		description:
			'Tell which labels are not printed yet, by the rows that your table keeps of earlier ones',
	},
	properties: [
		{
			displayName: 'Label',
			name: 'label',
			type: 'json',
			default: '={{ $json }}',
			required: true,
			description:
				'A label as Shipment Label: Get Many gives it, with the `recipient` of its order. The file of the item comes along.',
		},
		{
			displayName: 'Known Labels',
			name: 'knownLabels',
			type: 'json',
			default: '[]',
			required: true,
			description:
				'The rows of your table that have the orders or digests of these labels: what this operation gave, once it was stored. A row without `labelId` holds for its whole order.',
		},
	],
	endpoints: [],
	output: {
		...textFields('idPedido', 'labelId', 'digest', 'recipient', 'fileName'),
		...textFields('step', 'run', 'renewed', 'tell', 'prints'),
		isAlone: 'boolean',
		'*': 'string',
	},
	perRun(context, itemIndexes) {
		const { node, parameters } = context;
		const items = node.getInputData();
		const read = (name: string, itemIndex: number) =>
			readJson(name, parameters.value(name, itemIndex)) as IDataObject[];
		const labels = itemIndexes.map((itemIndex) => read('label', itemIndex)[0] ?? {});
		const news = newLabels(labels, read('knownLabels', 0), node.getExecutionId());
		return Promise.resolve(
			news.map(({ place, json }) => {
				const itemIndex = itemIndexes[place] ?? 0;
				return new Output([itemIndex], json, { binary: items[itemIndex]?.binary });
			}),
		);
	},
});

/** What comes out in any case, for a table to keep. */
const nothing = { renewed: '', tell: '', prints: '', isAlone: false };

/** Labels and rows of one content: the first that counts for all of them. */
interface Alike {
	first?: IDataObject;
	recipients: Set<unknown>;
	orders: unknown[];
}

/**
 * What becomes of the labels that no row knows with this content: `step` for their row in the table and, where
 * they are printed, `prints`; else `tell` says why a person has to look.
 * @param run kept with `step`, so that what a run began can be found
 */
function newLabels(
	labels: readonly IDataObject[],
	rows: readonly IDataObject[],
	run: string,
): Array<{ place: number; json: IDataObject }> {
	// a table may hold IDs as numbers
	const known = new Map(rows.map((row) => [String(row.labelId || row.idPedido), row]));
	const isKnown = ({ labelId, idPedido }: IDataObject) =>
		known.has(String(labelId)) || known.has(String(idPedido));
	const alike = byDigest([...rows, ...labels], (one) => Boolean(one.step) || !isKnown(one));
	const partly = new Set(labels.filter(isKnown).map(({ idPedido }) => idPedido));

	return labels.flatMap((label, place) => {
		const { idPedido, labelId, digest, recipient } = label;
		const row = known.get(String(labelId));
		const isPrinted = row?.renewed || row?.digest === digest;
		if (!labelId || known.has(String(idPedido)) || isPrinted) return [];
		const decided = (more: IDataObject, of: IDataObject = {}) => [
			{ place, json: { ...label, step: 'printing', run, ...of, ...nothing, ...more } },
		];
		if (row !== undefined) return decided({ renewed: digest, tell: otherContent(labelId) }, row);
		const { first = label, recipients, orders } = alike.get(digest) ?? emptyAlike();
		if ([...recipients].some((one) => one !== recipient))
			return decided({ step: 'doubtful', tell: otherRecipients(labelId, orders) });
		const isOwn = String(first.idPedido) === String(idPedido);
		if (first.step && !isOwn)
			return decided({ step: first.step, run: first.run, fileName: first.fileName });
		const isAlone = partly.has(idPedido) || label.mimeType !== 'application/zpl';
		return decided({ prints: isOwn ? 'yes' : 'as its twin', isAlone });
	});
}

const emptyAlike = (): Alike => ({ recipients: new Set(), orders: [] });

function byDigest(
	all: readonly IDataObject[],
	counts: (one: IDataObject) => boolean,
): ReadonlyMap<unknown, Alike> {
	const alike = new Map<unknown, Alike>();
	for (const one of all) {
		const same = alike.get(one.digest) ?? emptyAlike();
		if (same.first === undefined && counts(one)) same.first = one;
		same.recipients.add(one.recipient);
		same.orders.push(one.idPedido);
		alike.set(one.digest, same);
	}
	return alike;
}

const otherContent = (labelId: unknown): string =>
	`${String(labelId)}: the hub has another content than the one that was printed. Delete its row to print it.`;

const otherRecipients = (labelId: unknown, orders: readonly unknown[]): string =>
	`${String(labelId)}: the label is the same for orders ${uniq(orders).join(', ')}, whose recipients differ. Print the right one by hand, then change step to printed.`;
