import { readBatch } from '../../api/batches/results';
import { cancelSignal } from '../../api/http/send';
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
	async perItem({ hub, node, parameters }, itemIndex) {
		const id = parameters.text('batchId', itemIndex);
		const splits = parameters.flag('splitEntries', itemIndex);
		return entriesOf(await readBatch(hub, id, cancelSignal(node)), splits);
	},
});
