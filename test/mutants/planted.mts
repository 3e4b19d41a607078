/** A part of the product taken out or changed; one of the tests named must notice. */
export interface Planted {
	part: string;
	/** Stands once in the built package, wherever that is. */
	text: string;
	replacement: string;
	/** Test files, below test/integration. */
	tests: string[];
}

/** Parts with their text and what takes its place, and the test files that hold them. */
const heldBy = (tests: string[], parts: Record<string, [text: string, replacement: string]>) =>
	Object.entries(parts).map(
		([part, [text, replacement]]): Planted => ({ part, text, replacement, tests }),
	);

export const planted: Planted[] = [
	...heldBy(['account/token'], {
		'one token exchange at a time': ['state.exchange ??=', 'state.exchange ='],
		'a token is renewed before it ends': [
			'timing_1.timing.renewalMargin * (1 + renewalJitter)',
			'-60_000',
		],
		'the stored token is read again after a 401': [
			'account = await (0, credential_1.currentAccount)(context, true);',
			'',
		],
		'a refused token is exchanged twice at most': ['++renewals > mostRenewals', 'false'],
	}),
	...heldBy(['account/httpRequest', 'account/redirects'], {
		'the credential is refused for another origin': ['target.origin !== account.origin', 'false'],
		'redirects are not followed': ['Object.assign(options, withoutRedirects)', 'options'],
	}),
	...heldBy(['account/credential', 'account/secrets'], {
		'user name and password are refused in the Base URL': [
			"url.username !== '' || url.password !== '' || url.search",
			'url.search',
		],
		'secrets are struck out': ["clean.split(secret).join('***')", 'clean'],
		'a text is cut after its secrets are struck out': [
			'(0, errors_1.redact)(textOf(value), secrets).slice(0, longestText)',
			'(0, errors_1.redact)(textOf(value).slice(0, longestText), secrets)',
		],
	}),
	...heldBy(['requests/writeLimits'], {
		'a 429 is waited out': ['status === 429 && rateLimited', 'false && rateLimited'],
		'a 429 is waited out as long as Retry-After says': [
			'retryAfterOf)(outcome) ?? timing_1.timing.minute',
			'retryAfterOf)({ headers: {} }) ?? timing_1.timing.minute',
		],
		'a 429 holds up the others too': [
			'(0, rateLimit_1.blockWindow)(window, decision.pause);',
			'await (0, wait_1.wait)(decision.pause, signal);',
		],
		'no more requests a minute than documented': [
			'window.open + window.freeAt.length < limit',
			'true',
		],
		'X-RateLimit-Remaining is believed': [
			'limit - remaining - window.open - window.freeAt.length',
			'0',
		],
	}),
	...heldBy(['batches/productBatch'], {
		'what could be done twice is not sent again': ["rowsOf('once')", "rowsOf('repeatable')"],
		'leaders are sent before their children': ['arrange: leaders_1.leadersFirst,', ''],
		"children wait for their leader's batch": ['needs(batch, previous))', 'false)'],
		"results come in the items' order": [
			'(0, sortBy_1.default)(results, ({ position = Infinity }) => position)',
			'results',
		],
	}),
	...heldBy(['orders/writing', 'products/deletedPrices', 'products/products'], {
		'a 404 to the first try is none of success': [
			'status === 404 && failed > 0 &&',
			'status === 404 &&',
		],
		'a 404 after a lost answer is success': ['status === 404 && failed > 0', 'false'],
	}),
	...heldBy(['lists/pagination', 'lists/changingLists'], {
		'the step between pages comes from info.next': [
			'first.nextOffset === undefined ? first.rows.length : first.nextOffset - start',
			'first.rows.length',
		],
		'a record on two pages comes once': [
			'rows.filter((row) => !seen.has(identity(row)))',
			'rows.slice()',
		],
		'a list that shrank is read again': ['if (!shrunk)', 'if (true)'],
	}),
	...heldBy(['batches/batchResults'], {
		"the hub's notes are matched by key": [
			'waiting.get(keyOfAnswer(answer))?.shift()',
			'[...waiting.values()].find((indexes) => indexes.length > 0)?.shift()',
		],
		'a note about no entry is not lost': ['[...results, ...extra]', 'results'],
		'an entry without a note is no success': ['failure ?? notReported(batchId)', 'failure'],
	}),
	...heldBy(['batches/batchWaiting'], {
		'batches are waited for side by side': ['waits.push(waiting);', 'await waiting;'],
		'the wait for a batch ends with its time limit': ['if (left <= 0)', 'if (false)'],
	}),
	...heldBy(['requests/itemsAndSimplify', 'batches/stockThousand'], {
		'an output item is paired with its own input item': [
			'pairedItem: { item: itemIndex }',
			'pairedItem: { item: 0 }',
		],
		'the error of a failed item is not enumerable': [
			'configurable: true,',
			'configurable: true, enumerable: true,',
		],
		'Simplify leaves the most used fields': ['(0, pick_1.default)(record, simplify)', 'record'],
	}),
	...heldBy(['requests/numbers'], {
		'long whole numbers are read with all their digits': [
			'token.length > safeWithoutALook && ',
			'false && ',
		],
		'long whole numbers are sent with all their digits': ['`${exactMarker}${raw}`', 'Number(raw)'],
	}),
	...heldBy(['requests/deadlines', 'requests/cancelling'], {
		'an answer that trickles ends at the deadline': [
			'options.abortSignal = withDeadline(options)',
			'options.abortSignal',
		],
		'Stop ends a request and every wait': ['(0, send_1.cancelSignal)(context)', 'undefined'],
	}),
	...heldBy(['requests/orderIds'], {
		"an order's ID is a number": ["name === 'id' && id !== undefined", 'false'],
	}),
	...heldBy(['documents/shipmentLabels', 'documents/fiscalDocuments'], {
		'a label that was cut off is no label': ['content.includes(end)', 'true'],
		'an access key has a check digit': ['=== Number(key[43])', '!== undefined'],
	}),
	...heldBy(['triggers/credential'], {
		"a trigger's credential is read afresh after a 401": [
			'fresh ? undefined : state_1.recentCredentials',
			'state_1.recentCredentials',
		],
		"the key of a trigger's credential holds its ID": [
			"?.id ?? '';",
			"?.id === undefined ? '' : 'x';",
		],
	}),
	...heldBy(['triggers/bodies', 'triggers/admission'], {
		'the depth of a webhook body is bounded': ['&& depthOf(text) <= deepest', ''],
		'callers without the secret are turned away': [
			"secret !== '' && !isSame(",
			'false && !isSame(',
		],
	}),
	...heldBy(['triggers/webhook', 'triggers/addresses'], {
		'whatever goes wrong, a call is answered 200': [
			'await answer(context).catch(',
			'await answer(context).finally(',
		],
		'an order is acknowledged after the reply': ['acknowledges && (await sent)', 'acknowledges'],
		'an ID of 18 digits is replied with all of them': ['Number.isSafeInteger(idInterno)', 'true'],
		'an address of another origin is no order of this hub': [
			'url.origin !== account.origin',
			'false',
		],
	}),
	...heldBy(['triggers/duplicates', 'triggers/flood'], {
		'duplicates are forgotten after the window': ['(key, emitted, window)', '(key, emitted)'],
		'duplicates are told by content': ['known?.fingerprint === fingerprint', 'known'],
		'a read under way is not shared': ['waiting.get(id)?.giveUp === giveUp', 'false'],
	}),
	...heldBy(['triggers/queueRuns', 'triggers/queue'], {
		'orders of a run that was not carried out come again': [
			"(0, carriedOut_1.isCarriedOut)(run, context.getNode().name) ? 'stored' : 'refused'",
			"'stored'",
		],
		'an emission is given up after its hour': ['Date.now() - since < longestExecution', 'true'],
		'one poll of a node at a time': ['state.polling.has(node)', 'false'],
		'a changed order is emitted again': [
			'fingerprint === (0, fingerprint_1.fingerprintOf)(order)',
			"fingerprint !== ''",
		],
	}),
	...heldBy(['sync/reading'], {
		'a product that stands on two pages of the list is read again': [
			'times.get(sku) === 1 && ',
			'',
		],
		'SKUs that the list does not name are looked for when products moved meanwhile': [
			'!moved && lookup.open.length > pages',
			'lookup.open.length > pages',
		],
	}),
	...heldBy(['sync/accidents'], {
		'a held run sends nothing': [
			'return { decisions, changes: [], held }',
			'return { decisions, changes, held }',
		],
		'the same SKU with different values is refused': [
			'group.every(({ values }) => (0, isEqual_1.default)(values, first.values))',
			'group.length > 0',
		],
	}),
	...heldBy(['sync/previewAndMissing'], {
		'nothing is set to zero while an item does not say its SKU': [
			"settings.missing === 'zero' && rest.isKnown",
			"settings.missing === 'zero'",
		],
	}),
	...heldBy(['speed/sideBySide'], {
		'pages are read side by side': ['(offsets, inLine,', '(offsets, 1,'],
		'no more pages at once than the hub answers well': [
			'await turns.run(async () =>',
			'await (async (turn) => await turn())(async () =>',
		],
		'items are read side by side': ['onlyReads(operation) ? concurrency : 1', '1'],
		'batches are waited for side by side': [
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
