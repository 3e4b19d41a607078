import { heldBy } from '../heldBy.mts';

/** Many entries at once: their order, their results, and what is known of each. */
export const batches = [
	...heldBy(['batches/productBatch'], {
		'leaders are sent before their children': [
			'return (0, sortBy_1.default)(entries, depthOf)',
			'return entries',
		],
		"results come in the items' order": [
			'(0, sortBy_1.default)(results, ({ position = Infinity }) => position)',
			'results',
		],
	}),
	...heldBy(['edges/leadersFirst'], {
		"children wait for their leader's batch": ['await follow(leader);', ''],
		'children are not sent while their leader is not processed': [
			'if (!isProcessed(leader))',
			'if (false)',
		],
		'children of a leader that breaks a rule are not sent': [
			'if (because === undefined) {',
			'if (true) {',
		],
		'product by product, too': ['await assertLeader(hub, entry, failures);', ''],
	}),
	...heldBy(['edges/detailsOfNotes'], {
		'details may be one text': [
			'return (0, isEmpty_1.default)(details) ? [] : [details];',
			'return [];',
		],
		'a batch is processed however that is written': [
			".trim().toLowerCase() === 'processado'",
			" === 'processado'",
		],
	}),
	...heldBy(['edges/sameSku'], {
		'the same SKU never shares a batch': [
			'const round = counts.get(keyOf(entry)) ?? 0;',
			'const round = 0;',
		],
		'the same price never shares a request': [
			'({ identity }) => JSON.stringify(identity))',
			'() => Symbol())',
		],
		'a later entry is not sent while the earlier one is open': [
			'if (!isProcessed(older) && !isRefused)',
			'if (false)',
		],
		'a later entry of a SKU waits for the earlier one': ['await follow(older);', ''],
	}),
	...heldBy(['edges/takenButUnclear'], {
		'a batch that cannot be followed is not refused': [
			'batch.unfollowed = unclear(batchId, failure);',
			"batch.unfollowed = new errors_1.HubError('refused', failure.message);",
		],
		'a batch just made that is not found is looked for again': [
			'newBatches.set(String(batch.batchId), true, timing_1.timing.minute);',
			'',
		],
		'a note without a result is no refusal': [
			'if (said === undefined && !isOne(sucesso, false))',
			'if (false)',
		],
	}),
	...heldBy(['edges/batchRecords'], {
		'a batch without a usable ID may have been taken': [
			'if (id === undefined)\n                throw',
			'if (false)\n                throw',
		],
		'an ID of a batch is a whole number from 1': [
			'if (!/^0*[1-9]\\d{0,17}$/.test(digits))',
			'if (false)',
		],
		'a note that is no record spoils itself only': [
			'return notes.filter(checks_1.isRecord);',
			'return notes;',
		],
	}),
	...heldBy(['batches/batchResults'], {
		"the hub's notes are matched by key": [
			'waiting.get(keyOfAnswer(answer))?.shift()',
			'[...waiting.values()].find((indexes) => indexes.length > 0)?.shift()',
		],
		'a note about no entry is not lost': ['[...results, ...extra]', 'results'],
		'an entry without a note is no success': [
			'failure ?? unfollowed ?? notReported(batchId)',
			'failure ?? unfollowed',
		],
	}),
	...heldBy(['batches/batchWaiting'], {
		'batches are waited for side by side': [
			'follow(batch).catch(() => undefined);',
			'await follow(batch);',
		],
		'the wait for a batch ends with its time limit': [
			'if (left <= 0)\n            throw notProcessed',
			'if (false)\n            throw notProcessed',
		],
		'a hub that is out of reach is not asked for the rest': [
			'(0, exports.isFatal)(sent.failure)',
			'false',
		],
		'it is looked at ever more rarely': ['Math.min(pause * 1.5, ', 'Math.min(pause, '],
	}),
	...heldBy(['batches/batchKinds'], {
		'at most 100 entries in one request': [
			'const largestRequest = 100',
			'const largestRequest = 200',
		],
	}),
	...heldBy(['products/prices'], {
		'a price without an answer is no success': [
			'unsuccessful(entry, notReported())',
			'resultOf([entry.itemIndex], { ...entry.identity, sucesso: true })',
		],
	}),
	...heldBy(['batches/stockThousand'], {
		'the error of a failed item is not enumerable': [
			'itemIndexes[0]), configurable: true },',
			'itemIndexes[0]), enumerable: true },',
		],
	}),
	...heldBy(['edges/failedItems'], {
		'a failed item that comes from none keeps its fields': [
			'json: { get: () => json, set: () => { } }',
			'json: { value: json, writable: true }',
		],
		'an item about several takes no fields of the first': [
			'return (0, mapValues_1.default)(input, () => undefined);',
			'return {};',
		],
		'an old failure is not told again': [
			'[...nodeErrors_1.failureFields, ...Object.keys(reported)]',
			'[]',
		],
		'an old batch is not told again': [
			'[...nodeErrors_1.failureFields, ...Object.keys(reported)]',
			'nodeErrors_1.failureFields',
		],
	}),
	...heldBy(['edges/acknowledging'], {
		'an order is acknowledged with its own status': [
			"acknowledgeableStatus(order.status) ?? fallbackStatus ?? ''",
			"'novo'",
		],
		'without a Fallback Status an order stays in the queue': [
			'(acknowledgeableStatus(order.status) ?? fallbackStatus) !== undefined',
			'true',
		],
	}),
	...heldBy(['orders/orderQueue'], {
		'orders are acknowledged soon after they were read': [
			'Math.min(limit - drained.length, drainedAtOnce)',
			'limit - drained.length',
		],
	}),
	...heldBy(['orders/queueTrouble'], {
		'a route for acknowledging that removes nothing ends the reading': [
			"if (fresh.length === 0)\n            return { reason: 'shownAgain'",
			"if (false)\n            return { reason: 'shownAgain'",
		],
		'what was acknowledged is not dropped': ['if (orders.length === 0 && !stops)', 'if (true)'],
		'all items are checked before orders are acknowledged': [
			'if (!goesOn(node))\n        itemIndexes',
			'if (false)\n        itemIndexes',
		],
	}),
	...heldBy(['orders/writing'], {
		'items are written one after another': [
			'onlyReads(operation) ? adaptiveLimiter_1.mostAtOnce : 1',
			'adaptiveLimiter_1.mostAtOnce',
		],
	}),
	...heldBy(['orders/sandboxOrder'], {
		'nothing of sandbox is sent to production': ["if (environment === 'sandbox')", 'if (true)'],
	}),
];
