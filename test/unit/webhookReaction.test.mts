import { expect, test } from 'vitest';
import {
	type Acknowledger,
	type Reaction,
	reactionTo,
} from '../../nodes/MarketplaceHub/triggers/webhook/reaction.ts';

type Last = Parameters<typeof reactionTo>[2];

const last = (isDuplicate: boolean, hasBegun: boolean, willAcknowledge: boolean): Last => ({
	isDuplicate,
	hasBegun,
	willAcknowledge,
});

const acknowledgers: Acknowledger[] = ['trigger', 'hub', 'workflow'];

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
	expect(acknowledgers.map((who) => reactionTo(who, true, known))).toEqual(reactions);
	expect(acknowledgers.map((who) => reactionTo(who, false, known))).toEqual([
		'acknowledge',
		'nothing',
		'nothing',
	]);
});
