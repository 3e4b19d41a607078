import { readBatch } from '../../api/batchReading';
import { defineOperation } from '../operation';
import { batchId, batchOutput, entriesOf, split } from './properties';

/** GET /v1/batch/{id} (reference: Batches). */
export const get = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get batch',
		description:
			'Read the present state of a batch, with the result of each entry that is processed',
	},
	properties: [batchId, split],
	endpoints: ['batchGet'],
	output: batchOutput,
	async perItem({ hub, parameters }, itemIndex) {
		const record = await readBatch(hub, parameters.text('batchId', itemIndex));
		return entriesOf(record, parameters.flag('splitEntries', itemIndex));
	},
});
