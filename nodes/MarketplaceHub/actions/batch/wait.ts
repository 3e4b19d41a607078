import { followBatch } from '../../api/batches/results';
import { cancelSignal } from '../../api/http/send';
import { timeLimit } from '../common/batch';
import { defineOperation } from '../operation';
import { batchId, batchOutput, entriesOf, split } from './get';

/** GET /v1/batch/{id} until its status is `processado` (reference: Batches). */
export const wait = defineOperation({
	option: {
		name: 'Wait Until Processed',
		value: 'wait',
		action: 'Wait until batch is processed',
		description: 'Read a batch at growing intervals until the hub has processed it',
	},
	properties: [batchId, timeLimit, split],
	endpoints: ['batchGet'],
	output: batchOutput,
	async perItem({ hub, node, parameters }, itemIndex) {
		const limit = parameters.number('timeLimit', itemIndex) * 60_000;
		const splits = parameters.flag('splitEntries', itemIndex);
		const { record, failure } = await followBatch(
			hub,
			parameters.text('batchId', itemIndex),
			limit,
			cancelSignal(node),
		);
		if (failure !== undefined) throw failure;
		return entriesOf(record, splits);
	},
});
