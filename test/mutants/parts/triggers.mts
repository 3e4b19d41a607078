import { heldBy } from '../heldBy.mts';

/** The two triggers. */
export const triggers = [
	...heldBy(['triggers/credential'], {
		"a trigger's credential is read afresh after a 401": [
			'currentCredential',
			'fresh ? undefined : recentCredentials',
			'recentCredentials',
		],
		"the key of a trigger's credential holds its ID": [
			'keyOf',
			"?.id ?? ''; return isTrigger",
			"?.id === undefined ? '' : 'x'; return isTrigger",
		],
	}),
	...heldBy(['triggers/bodies'], {
		'the depth of a webhook body is bounded': ['boundedJson', '&& depthOf(text) <= deepest', ''],
		'the length of a webhook body is bounded': [
			'boundedJson',
			'known && text.length <= longestBody',
			'known',
		],
		'form fields are read, too': [
			'recordIn',
			'return /(^|&)urlLeitura=/.test(text)',
			'return false',
		],
		'settings that cannot be read admit nobody': [
			'isAdmitted',
			'secret === undefined || allowedIps === undefined',
			'false',
		],
	}),
	...heldBy(['triggers/admission'], {
		'callers without the secret are turned away': ['isAdmitted', "expected === '' ||", 'true ||'],
		"the credential's webhook secret counts": ['credentialSecret', '=> webhookSecret', "=> ''"],
		'callers of other addresses are turned away': [
			'isAdmitted',
			"allowedIps.trim() !== '' &&",
			'false &&',
		],
		'an entry of the allow-list that matches nothing holds up publishing': [
			'checkAllowedIps',
			'if (invalid === undefined) return',
			'return',
		],
	}),
	...heldBy(['triggers/bodies', 'triggers/webhook'], {
		'whatever goes wrong, a call is answered 200': [
			'receiveNotification',
			'await answer(context).catch(',
			'await answer(context).finally(',
		],
	}),
	...heldBy(['triggers/webhook'], {
		'an ID of 18 digits is replied with all of them': [
			'replyTo',
			'Number.isSafeInteger(idInterno)',
			'true',
		],
		'an order is acknowledged after the reply': [
			'emit',
			'acknowledges && (await sent)',
			'acknowledges',
		],
		'what the hub acknowledges itself is left to it': [
			'emit',
			'notification.urlConfirmacaoLeitura !== acknowledgedByHub',
			'true',
		],
		'other statuses do not start the workflow': [
			'emit',
			'if (settings.statuses.size > 0 && !settings.statuses.has(',
			'if (false && !settings.statuses.has(',
		],
		'personal data stays out where only the notification is wanted': [
			'emit',
			'const json = settings.fullOrder',
			'const json = true',
		],
		'the hub is answered within the read time limit': [
			'readOrder',
			'return await orAborted(read.order, deadline)',
			'return await read.order',
		],
	}),
	...heldBy(['triggers/hangUp'], {
		'a caller may be gone before the order is read': [
			'replySent',
			'if (response.destroyed)',
			'if (false)',
		],
	}),
	...heldBy(['triggers/addresses'], {
		'an address of another origin is no order of this hub': [
			'orderIdIn',
			'url.origin !== account.origin',
			'false',
		],
	}),
	...heldBy(['triggers/duplicates'], {
		'duplicates are forgotten after the window': [
			'claimEmission',
			'emittedOrders.set(key, emitted, window)',
			'emittedOrders.set(key, emitted)',
		],
		'duplicates are told by content': [
			'claimEmission',
			'known?.fingerprint === fingerprint',
			'known',
		],
		'only a stored first one counts': [
			'claimEmission',
			'if (!outcome) emittedOrders',
			'if (false) emittedOrders',
		],
	}),
	...heldBy(['triggers/duplicates'], {
		'a read under way is not shared': [
			'lineUp',
			'if (waiting.get(id)?.giveUp === giveUp)',
			'if (false)',
		],
		'orders are read a few at a time': [
			'ConcurrencyLimiter.run',
			'if (this.running < this.most()) this.running++',
			'if (true) this.running++',
		],
	}),
	...heldBy(['triggers/queueRuns'], {
		'orders of a run that was not carried out come again': [
			'emitOrders',
			"isCarriedOut(run, context.getNode().name) ? 'stored' : 'refused'",
			"'stored'",
		],
		'a run that crashed or has not begun was not carried out': [
			'isCarriedOut',
			"if (['new', 'running', 'crashed'].includes(run.status))",
			'if (false)',
		],
		'a run without data counts by its last node': [
			'isCarriedOut',
			'return lastNodeExecuted !== undefined',
			'return true',
		],
		"a run with data counts by the trigger's items": [
			'isCarriedOut',
			'return (first?.data?.main?.[0] ?? []).length > 0',
			'return true',
		],
	}),
	...heldBy(['triggers/queue'], {
		'one poll of a node at a time': ['pollAlone', 'state.polling.has(node)', 'false'],
		'a changed order is emitted again': [
			'QueueMemory.knows',
			'fingerprint === fingerprintOf(order)',
			"fingerprint !== ''",
		],
		'nothing is acknowledged before its execution has ended': [
			'emitAndAcknowledge',
			'!unfinished.has(String(order.idPedido)) && (!isWanted(order, settings) || memory.knows(order))',
			'true',
		],
		'what an acknowledgement writes into an order is no change of it': [
			'fingerprintOf',
			"omit(order, 'idInterno'), sorted)",
			'order, sorted)',
		],
	}),
	...heldBy(['triggers/longExecutions'], {
		'an emission that n8n tells nothing about is given up': [
			'takeEnded',
			'monotonicNow() - since < timing.longestExecution',
			'true',
		],
		'a queue of orders whose executions run is told in the log': [
			'emitAndAcknowledge',
			'if (idle.length === 0 && page.length === pageSize)',
			'if (false)',
		],
		'an order whose execution runs is not emitted again': [
			'emitAndAcknowledge',
			'filter(({ idPedido }) => !running.has(String(idPedido)))',
			'filter(() => true)',
		],
	}),
	...heldBy(['triggers/changesMeanwhile'], {
		'what changed while its execution ran is not acknowledged': [
			'emitAndAcknowledge',
			'(await lookAgain(hub, done)).filter(isDone)',
			'done',
		],
		'nothing is looked at again where nothing was emitted': [
			'emitAndAcknowledge',
			'const unchanged = fresh.length > 0 &&',
			'const unchanged = true &&',
		],
	}),
	...heldBy(['triggers/queueInWorkflow'], {
		'the memory of a queue trigger is bounded': [
			'QueueMemory.add',
			'entries.length <= mostOrders',
			'true',
		],
		'what waits too long is emitted again': [
			'QueueMemory.knows',
			'Date.now() - at <= atMost',
			'true',
		],
	}),
];
