import { expect, test } from 'vitest';
import { type Reaction, reactionTo } from '../../nodes/MarketplaceHub/triggers/webhook/reaction.ts';

type Last = Parameters<typeof reactionTo>[0]['last'];

const last = (isDuplicate: boolean, hasBegun: boolean, willAcknowledge: boolean): Last => ({
	isDuplicate,
	hasBegun,
	willAcknowledge,
});

/** Who acknowledges the order: the trigger; the hub, although the trigger would; the workflow. */
const acknowledgers = {
	trigger: { onReceipt: true, isAcknowledgedByHub: false },
	hub: { onReceipt: true, isAcknowledgedByHub: true },
	workflow: { onReceipt: false, isAcknowledgedByHub: false },
};

test.each<[string, Last, trigger: Reaction, hub: Reaction, workflow: Reaction]>([
	['that never started the workflow', undefined, 'startAndAcknowledge', 'start', 'start'],
	[
		'that is acknowledged by its execution, which has begun',
		last(true, true, true),
		'acknowledge',
		'nothing',
		'nothing',
	],
	[
		'that is left in the queue by its execution, which has begun',
		last(true, true, false),
		'acknowledge',
		'nothing',
		'nothing',
	],
	[
		'whose execution is still to begin, and to acknowledge it',
		last(true, false, true),
		'nothing',
		'nothing',
		'nothing',
	],
	[
		'whose execution is still to begin, and will leave it in the queue',
		last(true, false, false),
		'startAndAcknowledge',
		'nothing',
		'nothing',
	],
	[
		'that changed after its execution began',
		last(false, true, true),
		'startAndAcknowledge',
		'start',
		'start',
	],
	[
		'that changed before the execution that was to acknowledge it',
		last(false, false, true),
		'startAndAcknowledge',
		'startAndAcknowledge',
		'start',
	],
	[
		'that changed before an execution that would have left it in the queue',
		last(false, false, false),
		'startAndAcknowledge',
		'start',
		'start',
	],
])('a call about an order %s', (_order, known, ...reactions) => {
	const wanted = { isWanted: true, last: known };
	const unwanted = { isWanted: false, last: known };
	const callers = Object.values(acknowledgers);
	expect(callers.map((caller) => reactionTo({ ...caller, ...wanted }))).toEqual(reactions);
	expect(callers.map((caller) => reactionTo({ ...caller, ...unwanted }))).toEqual([
		'acknowledge',
		'nothing',
		'nothing',
	]);
});
