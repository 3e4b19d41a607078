import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { valueAsText } from '../../api/http/answer';
import { readBatch } from '../../api/send/follow';
import { notesIn } from '../../api/send/notes';
import { cancelSignal } from '../../api/context';
import { batchNote, batchRecord } from '../../api/schemas/reads/records';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import { defineOperation } from '../operation';
import type { ListHint } from '../hints';

/** The batch to read. */
export const batchIdProperty: INodeProperties = {
	displayName: 'Batch ID',
	name: 'batchId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 5120',
	description: 'ID that the hub gave the batch. It can be read for 10 days.',
};

/** Whether the notes of the batch come one by one. */
export const split: INodeProperties = {
	displayName: 'Split Into Entries',
	name: 'splitEntries',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item for each entry of the batch (observacoes) instead of one item for the batch',
};

/** A record for each entry of a batch, with the batch's ID and status. */
export const entryRecords = ({ observacoes, batchId, status }: IDataObject): IDataObject[] =>
	notesIn(observacoes).map((note) => ({ batchId, status, ...note }));

/** Fields of the batch, and of an entry where the batch is split. */
export const batchOutput = { ...batchRecord, ...batchNote } satisfies RecordSchema;

/** GET /v1/batch/{id} (reference: Batches). */
export const getBatch = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get batch',
		toolDescription:
			"Look whether a batch is processed, and what became of each entry, by the batch's ID. The hub forgets it after 10 days. Not to wait for it: that is Wait until batch is processed. Reads only; one request.",
		description:
			'Read the present state of a batch, with the result of each entry that is processed',
	},
	properties: [batchIdProperty, split],
	endpoints: ['batchGet'],
	output: batchOutput,
	async perItem({ hub, node, parameters, hints }, itemIndex) {
		const id = parameters.text('batchId', itemIndex);
		const splits = parameters.flag('splitEntries', itemIndex);
		const batch = await readBatch(hub, id, cancelSignal(node));
		if (!splits) return batch;
		const entries = entryRecords(batch);
		if (entries.length === 0) hints.list(noEntry, `${id} (${valueAsText(batch.status)})`);
		return entries;
	},
});

const noEntry: ListHint = {
	type: 'info',
	words: 'No item comes of these batches, because the hub has noted none of their entries',
	advice: 'Batch > Wait Until Processed waits for the notes of a batch that is not processed.',
};
