import memoize from 'lodash/memoize';
import type { IDataObject } from 'n8n-workflow';
import { columnText } from '../../api/values/columnText';
import { listed } from '../../api/values/text';

/* Which labels are not printed yet: a function of the labels and of the rows that a table keeps of earlier ones. */

const ofLabel = ['idPedido', 'labelId', 'digest', 'recipient', 'mimeType'] as const;
const ofTable = ['step', 'run', 'fileName', 'renewed'] as const;

/** A label, all as text; empty where it is not given. */
export type Label = Readonly<Record<(typeof ofLabel)[number], string>>;
/** A table's row of a label; without `labelId` it holds for its whole order. */
export type LabelRow = Label & Readonly<Record<(typeof ofTable)[number], string>>;

/** The fields as text: a table may hold IDs as numbers, and gives null for an empty column. */
const readTexts = <Name extends string>(from: IDataObject, names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, columnText(from[name])])) as Record<Name, string>;

export const readLabel = (given: IDataObject): Label => readTexts(given, ofLabel);
export const readLabelRow = (given: IDataObject): LabelRow =>
	readTexts(given, [...ofLabel, ...ofTable]);

/**
 * What becomes of a label that is not printed yet: `step` and the other columns are for its row in the table. E.g. a
 * label that is printed: `{step: 'printing', run: '17', renewed: '', tell: '', prints: 'yes', isAlone: false}`.
 */
type Decision = Partial<LabelRow> & {
	step: string;
	run: string;
	/** Why a person has to look; else empty. */
	tell: string;
	/** yes, or as its twin: printed once with that; else empty. */
	prints: string;
	isAlone: boolean;
};

/** Rows and labels with the same content. */
interface SameContent {
	/** The row or label that is printed for all of them. */
	printed?: Label & Partial<LabelRow>;
	recipients: Set<string>;
	orders: Set<string>;
}

/**
 * Decides about the labels, in their order.
 * @param run kept with `step`, so that what a run began can be found
 * @returns for each label the decision; undefined where it is printed, or told, already
 */
export function decideLabels(
	labels: readonly Label[],
	rows: readonly LabelRow[],
	run: string,
): Array<Decision | undefined> {
	const rowOf = new Map(
		rows.filter(({ labelId }) => labelId !== '').map((row) => [row.labelId, row]),
	);
	const wholeOrders = new Set(
		rows.filter(({ labelId }) => labelId === '').map(({ idPedido }) => idPedido),
	);
	const isKnown = ({ labelId, idPedido }: Label) => rowOf.has(labelId) || wholeOrders.has(idPedido);
	const ordersWithRow = new Set(labels.filter(isKnown).map(({ idPedido }) => idPedido));
	const sameContent = byContent(
		[...rows, ...labels],
		new Set([...rows.filter(({ step }) => step !== ''), ...labels.filter((one) => !isKnown(one))]),
	);

	// once for all labels of a content
	const listOf = memoize((orders: ReadonlySet<string>) => listed(orders));
	const decide = ({ idPedido, labelId, digest, mimeType }: Label): Decision | undefined => {
		if (wholeOrders.has(idPedido)) return undefined;
		const row = rowOf.get(labelId);
		if (row !== undefined)
			return row.renewed !== '' || row.digest === digest ? undefined : renewed(row, digest);

		const { printed, recipients, orders } = sameContent.get(digest) ?? noContent();
		const decision = { step: 'printing', run, renewed: '', tell: '', prints: '', isAlone: false };
		if (recipients.size > 1)
			return { ...decision, step: 'doubtful', tell: otherRecipients(labelId, listOf(orders)) };
		const isTwin = printed !== undefined && printed.idPedido !== idPedido;
		if (isTwin && printed.step !== undefined)
			return {
				...decision,
				step: printed.step,
				run: printed.run ?? '',
				fileName: printed.fileName,
			};
		const isAlone = ordersWithRow.has(idPedido) || mimeType !== 'application/zpl';
		return { ...decision, prints: isTwin ? 'as its twin' : 'yes', isAlone };
	};

	const seen = new Set<string>();
	return labels.map((label) => {
		if (seen.has(label.labelId)) return undefined;
		seen.add(label.labelId);
		return decide(label);
	});
}

const noContent = (): SameContent => ({ recipients: new Set(), orders: new Set() });

/** All by their content; the first of those that may be printed for the others. */
function byContent(
	all: ReadonlyArray<Label & Partial<LabelRow>>,
	mayBePrinted: ReadonlySet<Label>,
): ReadonlyMap<string, SameContent> {
	const contents = new Map<string, SameContent>();
	for (const one of all) {
		const same = contents.get(one.digest) ?? noContent();
		if (mayBePrinted.has(one)) same.printed ??= one;
		// an order whose recipient is not given may be anybody's
		same.recipients.add(one.recipient || one.idPedido);
		same.orders.add(one.idPedido);
		contents.set(one.digest, same);
	}
	return contents;
}

/** The row stays as it is, but for the content that a person is told of. */
const renewed = (
	{ labelId, digest, recipient, step, run, fileName }: LabelRow,
	otherDigest: string,
): Decision => ({
	...{ digest, recipient, step, run, fileName, renewed: otherDigest },
	...{ prints: '', isAlone: false },
	tell: `${labelId}: the hub has another content than the one that was printed. Delete its row to print it.`,
});

const otherRecipients = (labelId: string, orders: string): string =>
	`${labelId}: the label is the same for orders ${orders}, whose recipients differ or are not given. Print the right one by hand, then change step to printed.`;
