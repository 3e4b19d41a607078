import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type BatchTarget, sendBatches } from '../../api/send/sendBatches';
import type { EndpointName } from '../../api/endpoints';
import type { EntryResult, Row } from '../../api/rows/row';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import { batchNote } from '../../api/schemas/reads/records';
import type { ColumnsName } from '../../shared/forms';
import { shownFor } from '../../shared/properties';
import {
	asPending,
	onTimeLimitProperty,
	returnsPending,
	timeLimitProperty,
} from '../form/timeLimit';
import { entryProperties } from '../form/entryProperties';
import type { Operation } from '../operation';
import { batchFollowing } from './batchFollowing';
import type { EntryKind } from './checkRows';
import { defineWrite } from './defineWrite';
import { resultOfRow } from './report';

const waitForResult: INodeProperties = {
	displayName: 'Wait for Result',
	name: 'waitForResult',
	type: 'boolean',
	default: true,
	description:
		"Whether to wait until the hub has processed the batches and return each entry's own result. Off: one item for each batch, with its ID.",
};

/** Options of a run that waits. */
const waitOptions = [timeLimitProperty, onTimeLimitProperty].map((property) =>
	shownFor({ '/waitForResult': [true] }, property),
);

/** Entries that go out in batches. */
export interface BatchWrite<Name extends EndpointName>
	extends EntryKind,
		Omit<BatchTarget<Name>, 'leaderOf'> {
	/** The method by which the editor loads the columns of an entry. */
	columns: ColumnsName;
	/** An entry as the form shows it in JSON. */
	example: object;
}

interface BatchOperation<Name extends EndpointName> extends BatchWrite<Name> {
	option: Operation['option'];
	/** The values of an entry that its result shows. */
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
		properties: [...entryProperties(kind.columns, kind.example), waitForResult],
		options: waitOptions,
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
			const following = batchFollowing(context, rows.length, waits);
			return await sendBatches(context.hub, rows, { ...target, ...following });
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

/** With values of the entry, before the hub's words about it. */
function withValues(result: EntryResult, { body }: Row, names: readonly string[]): EntryResult {
	const known = pick(result.json, 'sku', 'batchId', 'sucesso');
	return { ...result, json: { ...known, ...(pick(body, names) as IDataObject), ...result.json } };
}
