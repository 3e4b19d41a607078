import { heldBy } from '../heldBy.mts';

/** Many entries at once: their order, their results, and what is known of each. */
export const batches = [
	...heldBy(['batches/productBatch'], {
		'leaders are sent before their children': [
			'leadersFirst',
			'return sortBy(entries, depthOf)',
			'return entries',
		],
		"results come in the items' order": [
			'inEntryOrder',
			'sortBy(results, ({ position = Infinity }) => position)',
			'results',
		],
	}),
	...heldBy(['batches/leadersFirst'], {
		"children wait for their leader's batch": ['obstacleTo', 'await follow(leader)', ''],
		'children are not sent while their leader is not processed': [
			'obstacleTo',
			'if (!isProcessed(leader))',
			'if (false)',
		],
		'children of a leader that breaks a rule are not sent': [
			'withholdChildren',
			'if (because === undefined) {',
			'if (true) {',
		],
		'product by product, too': ['register', 'await assertLeader(hub, entry, failures)', ''],
	}),
	...heldBy(['batches/unreadable'], {
		'details may be one text': [
			'detailsIn',
			'return isEmpty(details) ? [] : [details]',
			'return []',
		],
		'a batch is processed however that is written': [
			'waitForBatch',
			".trim().toLowerCase() === 'processado'",
			"=== 'processado'",
		],
	}),
	...heldBy(['batches/sameSku'], {
		'the same SKU never shares a batch': [
			'inRequests',
			'const round = counts.get(keyOf(entry)) ?? 0',
			'const round = 0',
		],
		'the same price never shares a request': [
			'writePrices',
			'({ identity }) => JSON.stringify(identity))',
			'() => Symbol())',
		],
		'a later entry is not sent while the earlier one is open': [
			'obstacleTo',
			'if (!isProcessed(older) && !isRefused)',
			'if (false)',
		],
		'a later entry of a SKU waits for the earlier one': ['obstacleTo', 'await follow(older)', ''],
	}),
	...heldBy(['batches/takenButUnclear'], {
		'a batch that cannot be followed is not refused': [
			'followers',
			'batch.unfollowed = unclear(batchId, failure)',
			"batch.unfollowed = new HubError('refused', failure.message)",
		],
		'a batch just made that is not found is looked for again': [
			'sendBatches',
			'newBatches.set(String(batch.batchId), true, timing.minute)',
			'',
		],
	}),
	...heldBy(['batches/unreadable'], {
		'a batch without a usable ID may have been taken': [
			'sendBatches',
			'if (id === undefined) throw',
			'if (false) throw',
		],
		'an ID of a batch is a whole number from 1': [
			'createdBatchId',
			'if (!/^0*[1-9]\\d{0,17}$/.test(digits))',
			'if (false)',
		],
		'a note without a result is no refusal': [
			'failureOf',
			'if (said === undefined && !isOne(sucesso, false))',
			'if (false)',
		],
		'a note that is no record spoils itself only': [
			'notesIn',
			'return notes.filter(isRecord)',
			'return notes',
		],
	}),
	...heldBy(['batches/results'], {
		"the hub's notes are matched by key": [
			'matchByKey',
			'waiting.get(keyOfAnswer(answer))?.shift()',
			'[...waiting.values()].find((indexes) => indexes.length > 0)?.shift()',
		],
		'a note about no entry is not lost': ['resultsOf', '[...results, ...extra]', 'results'],
		'an entry without a note is no success': [
			'resultsOf',
			'failure ?? unfollowed ?? notReported(batchId)',
			'failure ?? unfollowed',
		],
	}),
	...heldBy(['batches/batchWaiting'], {
		'batches are waited for side by side': [
			'sendBatches',
			'follow(batch).catch(() => undefined)',
			'await follow(batch)',
		],
		'the wait for a batch ends with its time limit': [
			'waitForBatch',
			'if (left <= 0) throw notProcessed',
			'if (false) throw notProcessed',
		],
		'a hub that is out of reach is not asked for the rest': [
			'sendInOrder',
			'isFatal(sent.failure)',
			'false',
		],
		'it is looked at ever more rarely': ['waitForBatch', 'Math.min(pause * 1.5', 'Math.min(pause'],
	}),
	...heldBy(['batches/onError'], {
		'at most 100 entries in one request': [
			'api/batches.ts#?',
			'const largestRequest = 100',
			'const largestRequest = 200',
		],
	}),
	...heldBy(['products/prices'], {
		'a price without an answer is no success': [
			'resultsOf',
			'unsuccessful(entry, notReported())',
			'resultOf([entry.itemIndex], { ...entry.identity, sucesso: true })',
		],
	}),
	...heldBy(['batches/onError'], {
		'the error of a failed item is not enumerable': [
			'toErrorOutput',
			'itemIndexes[0]), configurable: true }',
			'itemIndexes[0]), enumerable: true }',
		],
	}),
	...heldBy(['requests/failedItems'], {
		'a failed item that comes from none keeps its fields': [
			'toErrorOutput',
			'json: { get: () => json, set: () => {} }',
			'json: { value: json, writable: true }',
		],
		'an item about several takes no fields of the first': [
			'hiddenFields',
			'return mapValues(input, () => undefined)',
			'return {}',
		],
		'an old failure is not told again': [
			'hiddenFields',
			'[...failureFields, ...Object.keys(reported)]',
			'[]',
		],
		'an old batch is not told again': [
			'hiddenFields',
			'[...failureFields, ...Object.keys(reported)]',
			'failureFields',
		],
	}),
	...heldBy(['orders/acknowledging'], {
		'an order is acknowledged with its own status': [
			'acknowledgeAll',
			"acknowledgeableStatus(order.status) ?? fallbackStatus ?? ''",
			"'novo'",
		],
		'without a Fallback Status an order stays in the queue': [
			'drainQueue',
			'(acknowledgeableStatus(order.status) ?? fallbackStatus) !== undefined',
			'true',
		],
	}),
	...heldBy(['orders/orderQueue'], {
		'orders are acknowledged soon after they were read': [
			'drain',
			'Math.min(limit - drained.length, drainedAtOnce)',
			'limit - drained.length',
		],
	}),
	...heldBy(['orders/queueTrouble'], {
		'a route for acknowledging that removes nothing ends the reading': [
			'drainQueue',
			"if (fresh.length === 0) return { reason: 'shownAgain'",
			"if (false) return { reason: 'shownAgain'",
		],
		'what was acknowledged is not dropped': [
			'getMany',
			'if (orders.length === 0 && !stops)',
			'if (true)',
		],
		'all items are checked before orders are acknowledged': [
			'runItems',
			'if (!goesOn(node)) itemIndexes',
			'if (false) itemIndexes',
		],
	}),
	...heldBy(['orders/writing'], {
		'items are written one after another': [
			'runItems',
			'onlyReads(operation) ? mostAtOnce : 1',
			'mostAtOnce',
		],
	}),
	...heldBy(['orders/sandboxOrder'], {
		'nothing of sandbox is sent to production': [
			'assertSandbox',
			"if (environment === 'sandbox')",
			'if (true)',
		],
	}),
];
