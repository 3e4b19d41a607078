import { heldBy } from '../heldBy.mts';

/** What goes on side by side, and what is done once. */
export const speed = [
	...heldBy(['speed/sideBySide'], {
		'pages are read side by side': ['(offsets, inLine,', '(offsets, 1,'],
		'no more pages at once than the hub answers well': [
			'await turns.run(async () =>',
			'await (async (turn) => await turn())(async () =>',
		],
		'items are read side by side': ['onlyReads(operation) ? concurrency : 1', '1'],
		'batches are waited for while others are sent': [
			'follow(batch).catch(() => undefined);',
			'await follow(batch);',
		],
	}),
	...heldBy(['speed/adapting'], {
		'fewer pages at once after a slow answer': [
			'shared.pace = afterSlow(pace)',
			'shared.pace = pace',
		],
		'more pages at once after calm answers': ['pace.atOnce + 1', 'pace.atOnce'],
	}),
	...heldBy(['speed/work'], {
		'a credential is parsed once a request': ['= credential[parsedAccount]', '= undefined'],
	}),
];
