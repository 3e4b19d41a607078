import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { SentBatch } from '../../api/batches/follow';
import { readNotes } from '../../api/batches/notes';
import { sendBatches } from '../../api/batches/sendBatches';
import { cancelSignal } from '../../api/context';
import type { EndpointName } from '../../api/endpoints';
import { type EntryResult, type Row, itemsOf, skuOf } from '../../api/rows/row';
import type { RecordSchema } from '../../api/schemas/recordSchema';
import { batchNote } from '../../api/schemas/records';
import { printable } from '../../api/values/text';
import type { ColumnsName } from '../../shared/columns';
import { shownFor } from '../../shared/properties';
import {
	asPending,
	onTimeLimitProperty,
	returnsPending,
	timeLimitProperty,
	timeLimitOf,
} from '../common/timeLimit';
import { entryProperties } from '../entries/entryProperties';
import type { Operation, OperationContext } from '../operation';
import type { EntryKind } from './checkRows';
import { defineWrite } from './defineWrite';
import { resultOfRow } from './report';

const waiting: INodeProperties[] = [
	{
		displayName: 'Wait for Result',
		name: 'waitForResult',
		type: 'boolean',
		default: true,
		description:
			"Whether to wait until the hub has processed the batches and return each entry's own result. Off: one item for each batch, with its ID.",
	},
	...[timeLimitProperty, onTimeLimitProperty].map((property) =>
		shownFor({ waitForResult: [true] }, property),
	),
];

/** One of the hub's three batch endpoints; its notes name a row by `identity.sku`. */
export interface BatchWrite<Name extends EndpointName> extends EntryKind {
	/** Method that gives the columns of an entry, and JSON of one. */
	columns: ColumnsName;
	example: object;
	endpoint: Name;
	/** Name of the list in the request, e.g. `estoques`. */
	list: string;
}

interface BatchOperation<Name extends EndpointName> extends BatchWrite<Name> {
	option: Operation['option'];
	/** What an entry's result shows of its values. */
	shows?: Readonly<Record<string, RecordSchema>>;
	/** Finds the row of a product's leader, which has to be registered before it. */
	leadersIn?: (rows: readonly Row[]) => (row: Row) => Row | undefined;
}

/**
 * An operation that sends all items' rows in batches of up to 100 (reference: Batches) and gives each
 * row its own result, or each batch one where results are not waited for.
 */
export const defineBatch = <Name extends EndpointName>(kind: BatchOperation<Name>) =>
	defineWrite<Name | 'batchGet'>({
		...kind,
		properties: [...entryProperties(kind.columns, kind.example), ...waiting],
		endpoints: [kind.endpoint, 'batchGet'],
		output: {
			sku: 'string',
			batchId: 'number',
			...kind.shows,
			...omit(batchNote, 'idLista', 'identificador'),
		},
		async send(context, rows, all) {
			const target = { ...kind, leaderOf: kind.leadersIn?.(all) };
			const waits = context.parameters.flag('waitForResult', 0);
			return await (waits ? sendAndWait : sendWithoutWaiting)(context, rows, target);
		},
		reporter({ parameters }) {
			const waits = parameters.flag('waitForResult', 0);
			const isPending = returnsPending(parameters);
			return (row) => {
				// the result of its batch tells of it
				if (!waits && row.failure === undefined) return undefined;
				const result = withValues(resultOfRow(row), row, Object.keys(kind.shows ?? {}));
				return isPending ? asPending(result) : result;
			};
		},
	});

/** With values of the entry, before what the hub says of it. */
function withValues(result: EntryResult, { body }: Row, names: readonly string[]): EntryResult {
	const known = pick(result.json, 'sku', 'batchId', 'sucesso');
	return { ...result, json: { ...known, ...(pick(body, names) as IDataObject), ...result.json } };
}

type Target<Name extends EndpointName> = Pick<BatchWrite<Name>, 'endpoint' | 'list'> & {
	leaderOf?: (row: Row) => Row | undefined;
};

/** @returns a result for each batch that the hub took */
async function sendWithoutWaiting<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: Target<Name>,
): Promise<EntryResult[]> {
	const batches = await sendInBatches(context, rows, target);
	return batches.map(({ rows: sent, batchId }) => {
		const json = { batchId, skus: sent.map(({ identity }) => skuOf(identity)) };
		return { itemIndexes: itemsOf(sent), json, about: sent[0] };
	});
}

/**
 * Sends rows in batches and notes on each its result.
 * @returns further results; `about` names the row of each, if any
 */
export async function sendAndWait<Name extends EndpointName>(
	context: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	target: Target<Name>,
): Promise<EntryResult[]> {
	const timeLimit = timeLimitOf(context.parameters);
	const batches = await sendInBatches(context, rows, { ...target, timeLimit });
	return batches.flatMap(readNotes);
}

const sendInBatches = async <Name extends EndpointName>(
	{ hub, node }: OperationContext<Name | 'batchGet'>,
	rows: readonly Row[],
	{ endpoint, list, leaderOf, timeLimit }: Target<Name> & { timeLimit?: number },
): Promise<SentBatch[]> =>
	await sendBatches(hub, rows, {
		...{ endpoint, list, leaderOf, timeLimit },
		signal: cancelSignal(node),
		// the hub has no list of batches, should n8n be killed before the end
		taken(batchId, part) {
			const [first, last] = [part.at(0), part.at(-1)].map((row) => row?.identity.sku);
			const message = `The hub took batch ${batchId}: ${part.length} entries, ${first} to ${last}`;
			node.logger.info(printable(message), {
				workflowId: node.getWorkflow().id,
				executionId: node.getExecutionId(),
				node: node.getNode().name,
			});
		},
	});
