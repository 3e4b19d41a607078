import { heldBy } from '../heldBy.mts';

/** What goes on side by side, and what is done once. */
export const speed = [
	...heldBy(['speed/sideBySide'], {
		'pages are read side by side': ['readTogether', '(offsets, mostAtOnce', '(offsets, 1'],
		'no more pages at once than the hub answers well': [
			'connectHub',
			'await limiter.run(task)',
			'await task()',
		],
		'items are read side by side': ['runItems', 'onlyReads(operation) ? mostAtOnce : 1', '1'],
		'batches are waited for while others are sent': [
			'sendBatches',
			'follow(batch).catch(() => undefined)',
			'await follow(batch)',
		],
	}),
	...heldBy(['speed/adapting'], {
		'fewer pages at once after a slow answer': [
			'AdaptiveLimiter.slowDown',
			'shared.pace = afterSlow(this.shared.pace)',
			'shared.pace = this.shared.pace',
		],
		'fewer pages at once when the hub says that it has too much to do': [
			'deliver',
			'delivery.turn?.isSetBack()',
			'{ }',
		],
		'fewer pages at once after a 429': [
			'isSetback',
			'[429, 500, 503].includes(outcome.status)',
			'[500, 503].includes(outcome.status)',
		],
		'more pages at once after calm answers': [
			'afterAnswer',
			'isFirstGrowth === true ? atOnce * 2 : atOnce + 1',
			'atOnce',
		],
	}),
	...heldBy(['speed/work'], {
		'secrets are searched for as an account has them, made once': [
			'redactorOf',
			'state.redactor === undefined ||',
			'true ||',
		],
		'a credential is parsed once a request': [
			'readAccount',
			'= credential[parsedAccount]',
			'= undefined',
		],
	}),
];
