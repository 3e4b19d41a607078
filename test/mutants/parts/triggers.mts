import { heldBy } from '../heldBy.mts';

/** The two triggers. */
export const triggers = [
	...heldBy(['triggers/credential'], {
		"a trigger's credential is read afresh after a 401": [
			'fresh ? undefined : state_1.recentCredentials',
			'state_1.recentCredentials',
		],
		"the key of a trigger's credential holds its ID": [
			"?.id ?? '';\n    return isTrigger",
			"?.id === undefined ? '' : 'x';\n    return isTrigger",
		],
	}),
	...heldBy(['triggers/bodies'], {
		'the depth of a webhook body is bounded': ['&& depthOf(text) <= deepest', ''],
		'the length of a webhook body is bounded': ['known && text.length <= longestBody', 'known'],
		'form fields are read, too': ['return /(^|&)urlLeitura=/.test(text)', 'return false'],
		'settings that cannot be read admit nobody': [
			'secret === undefined || allowedIps === undefined',
			'false',
		],
	}),
	...heldBy(['triggers/admission'], {
		'callers without the secret are turned away': ["expected === '' ||", 'true ||'],
		"the credential's webhook secret counts": ['=> webhookSecret', "=> ''"],
		'callers of other addresses are turned away': ["allowedIps.trim() !== '' &&", 'false &&'],
		'an entry of the allow-list that matches nothing holds up publishing': [
			'if (invalid === undefined)\n        return;',
			'return;',
		],
	}),
	...heldBy(['triggers/bodies', 'triggers/webhook'], {
		'whatever goes wrong, a call is answered 200': [
			'await answer(context).catch(',
			'await answer(context).finally(',
		],
	}),
	...heldBy(['triggers/webhook'], {
		'an ID of 18 digits is replied with all of them': ['Number.isSafeInteger(idInterno)', 'true'],
		'an order is acknowledged after the reply': ['acknowledges && (await sent)', 'acknowledges'],
		'what the hub acknowledges itself is left to it': [
			'notification.urlConfirmacaoLeitura !== acknowledgedByHub',
			'true',
		],
		'other statuses do not start the workflow': [
			'if (settings.statuses.size > 0 && !settings.statuses.has(',
			'if (false && !settings.statuses.has(',
		],
		'personal data stays out where only the notification is wanted': [
			'const json = settings.fullOrder',
			'const json = true',
		],
		'the hub is answered within the read time limit': [
			'return await (0, wait_1.orAborted)(read.order, deadline);',
			'return await read.order;',
		],
	}),
	...heldBy(['triggers/hangUp'], {
		'a caller may be gone before the order is read': ['if (response.destroyed)', 'if (false)'],
	}),
	...heldBy(['triggers/addresses'], {
		'an address of another origin is no order of this hub': [
			'url.origin !== account.origin',
			'false',
		],
	}),
	...heldBy(['triggers/duplicates'], {
		'duplicates are forgotten after the window': [
			'emittedOrders.set(key, emitted, window);',
			'emittedOrders.set(key, emitted);',
		],
		'duplicates are told by content': ['known?.fingerprint === fingerprint', 'known'],
		'only a stored first one counts': [
			'if (!outcome)\n                emittedOrders',
			'if (false)\n                emittedOrders',
		],
	}),
	...heldBy(['triggers/flood'], {
		'a read under way is not shared': ['if (waiting.get(id)?.giveUp === giveUp)', 'if (false)'],
		'orders are read a few at a time': [
			'if (this.running < this.most())\n            this.running++;',
			'if (true)\n            this.running++;',
		],
	}),
	...heldBy(['triggers/queueRuns'], {
		'orders of a run that was not carried out come again': [
			"(0, carriedOut_1.isCarriedOut)(run, context.getNode().name) ? 'stored' : 'refused'",
			"'stored'",
		],
		'a run that crashed or has not begun was not carried out': [
			"if (['new', 'running', 'crashed'].includes(run.status))",
			'if (false)',
		],
		'a run without data counts by its last node': [
			'return lastNodeExecuted !== undefined;',
			'return true;',
		],
		"a run with data counts by the trigger's items": [
			'return (first?.data?.main?.[0] ?? []).length > 0;',
			'return true;',
		],
	}),
	...heldBy(['triggers/queue'], {
		'one poll of a node at a time': ['state.polling.has(node)', 'false'],
		'a changed order is emitted again': [
			'fingerprint === (0, fingerprint_1.fingerprintOf)(order)',
			"fingerprint !== ''",
		],
		'nothing is acknowledged before its execution has ended': [
			'!unfinished.has(String(order.idPedido)) &&\n                (!isWanted(order, settings) || memory.knows(order))',
			'true',
		],
		'what an acknowledgement writes into an order is no change of it': [
			"(0, omit_1.default)(order, 'idInterno'), sorted)",
			'order, sorted)',
		],
	}),
	...heldBy(['triggers/longExecutions'], {
		'an emission that n8n tells nothing about is given up': [
			'(0, wait_1.monotonicNow)() - since < timing_1.timing.longestExecution',
			'true',
		],
		'a queue of orders whose executions run is told in the log': [
			'if (idle.length === 0 && page.length === pagination_1.pageSize)',
			'if (false)',
		],
		'an order whose execution runs is not emitted again': [
			'filter(({ idPedido }) => !running.has(String(idPedido)))',
			'filter(() => true)',
		],
	}),
	...heldBy(['triggers/changesMeanwhile'], {
		'what changed while its execution ran is not acknowledged': [
			'(await lookAgain(hub, done)).filter(isDone)',
			'done',
		],
		'nothing is looked at again where nothing was emitted': [
			'const unchanged = fresh.length > 0 &&',
			'const unchanged = true &&',
		],
	}),
	...heldBy(['triggers/queueInWorkflow'], {
		'the memory of a queue trigger is bounded': ['entries.length <= mostOrders', 'true'],
		'what waits too long is emitted again': ['Date.now() - at <= atMost', 'true'],
	}),
];
