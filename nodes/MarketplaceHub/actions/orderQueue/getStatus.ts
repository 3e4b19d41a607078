import countBy from 'lodash/countBy';
import minBy from 'lodash/minBy';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { readQueue } from '../../api/queue/readQueue';
import { anyKey } from '../../api/schemas/reads/recordSchema';
import { comparableDate, hubDate } from '../../api/values/hubDates';
import { typedTime } from '../../shared/typedValues';
import { defineOperation } from '../operation';

/** So many old orders at once are no coincidence: an update puts a single one into the queue, too. */
const many = 10;

/** Sums up the first hundred orders of GET /v1/orders/queue (reference: Orders). */
export const getQueueStatus = defineOperation({
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of order queue',
		toolDescription:
			'Count the orders that wait in the queue. Use it to see whether something new has come. Not for the orders themselves: that is Get many orders in queue. Reads only; one request.',
		description:
			'Tell how many orders wait, in which statuses and how old they are, without acknowledging any',
	},
	properties: [
		{
			displayName: 'Alarm After (Hours)',
			name: 'alarmAfter',
			type: 'string',
			default: '2',
			description: `How old a waiting order is when nobody seems to acknowledge (looksUnacknowledged): a new order that came into the hub so long ago, or ${many} of any status. So do more orders than one read shows.`,
		},
	],
	endpoints: ['queueList'],
	output: {
		waiting: 'number',
		shown: 'number',
		oldestIntegration: 'string',
		oldestIdPedido: 'number',
		looksUnacknowledged: 'boolean',
		byStatus: { [anyKey]: 'number' },
	},
	async perItem({ hub, parameters }, itemIndex) {
		const advice = 'It is set under Alarm After (Hours).';
		const given = parameters.value('alarmAfter', itemIndex);
		const hours = typedTime('alarmAfter', given, advice);
		const { rows, total, count } = await readQueue(hub);
		const zone = parameters.timezone;
		const alarm = hubDate(DateTime.now().setZone(zone).minus({ hours }));
		const integrated = (order: IDataObject) => comparableDate(order.dataIntegracao, zone);
		const dated = rows.filter((order) => integrated(order) !== '');
		const old = dated.filter((order) => integrated(order) <= alarm);
		const oldest = minBy(dated, integrated);
		const waiting = Math.max(total ?? 0, count);
		return {
			waiting,
			shown: count,
			oldestIntegration: oldest?.dataIntegracao,
			oldestIdPedido: oldest?.idPedido,
			looksUnacknowledged:
				waiting > count || old.length >= many || old.some(({ status }) => status === 'novo'),
			byStatus: countBy(rows, 'status'),
		};
	},
});
