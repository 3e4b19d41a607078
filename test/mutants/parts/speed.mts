import { heldBy } from '../heldBy.mts';

/** What goes on side by side, and what is done once. */
export const speed = [
	...heldBy(['speed/sideBySide'], {
		'pages are read side by side': ['(offsets, adaptiveLimiter_1.mostAtOnce,', '(offsets, 1,'],
		'no more pages at once than the hub answers well': ['await limiter.run(task)', 'await task()'],
		'items are read side by side': ['onlyReads(operation) ? adaptiveLimiter_1.mostAtOnce : 1', '1'],
		'batches are waited for while others are sent': [
			'follow(batch).catch(() => undefined);',
			'await follow(batch);',
		],
	}),
	...heldBy(['speed/adapting'], {
		'fewer pages at once after a slow answer': [
			'shared.pace = afterSlow(this.shared.pace)',
			'shared.pace = this.shared.pace',
		],
		'fewer pages at once when the hub says that it has too much to do': [
			'delivery.turn?.isSetBack();',
			'{ }',
		],
		'fewer pages at once after a 429': [
			'[429, 500, 503].includes(outcome.status)',
			'[500, 503].includes(outcome.status)',
		],
		'more pages at once after calm answers': [
			'isFirstGrowth === true ? atOnce * 2 : atOnce + 1',
			'atOnce',
		],
	}),
	...heldBy(['speed/work'], {
		'secrets are searched for as an account has them, made once': [
			'state.redactor === undefined ||',
			'true ||',
		],
		'a credential is parsed once a request': ['= credential[parsedAccount]', '= undefined'],
	}),
];
