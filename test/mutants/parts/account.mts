import { heldBy } from '../heldBy.mts';

/** The credential, its token, and what must never be seen of them. */
export const account = [
	...heldBy(['account/token'], {
		'a token is renewed before it ends': [
			'nearItsEnd',
			'timing.tokenLifetime - renewalMargin(token, state)',
			'timing.tokenLifetime + 60_000',
		],
		'the stored token is read again after a 401': [
			'sendUntilTokenAccepted',
			'const current = await currentAccount(context, true)',
			'const current = account',
		],
		'a token renewed meanwhile takes the place of the one read': [
			'newestToken',
			'isNewer(other, newest) ? other : newest',
			'false ? other : newest',
		],
		'a 429 to the token exchange is waited out': [
			'tokenFromHub',
			'outcome.status < 500 && outcome.status !== 429',
			'outcome.status < 500',
		],
		'accounts are told apart by all their keys': [
			'readAccount',
			'JSON.stringify([baseUrl, appToken, fields.apiKey, fields.secretKey])',
			'JSON.stringify([appToken])',
		],
	}),
	...heldBy(['account/httpRequest'], {
		'one token exchange at a time': [
			'exchange',
			'if (state.exchange === undefined) {',
			'if (true) {',
		],
		'the credential is refused for another origin': [
			'authenticateRequest',
			'target.origin !== account.origin',
			'false',
		],
	}),
	...heldBy(['account/redirects'], {
		'redirects are not followed': [
			'authenticateRequest',
			'Object.assign(options, withoutRedirects)',
			'options',
		],
		'redirects are not followed in the older form of a request': [
			['withoutRedirects', 'followRedirect: false', 'followRedirect: true'],
			['withoutRedirects', 'followAllRedirects: false', 'followAllRedirects: true'],
			['withoutRedirects', 'maxRedirects: 0', 'maxRedirects: 5'],
		],
		'redirects are not followed by the token exchange': [
			'optionsOf',
			"encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true",
			"encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: false",
		],
	}),
	...heldBy(['account/credential'], {
		'user name and password are refused in the Base URL': [
			'readBaseUrl',
			"url.username !== '' || url.password !== '' || url.search",
			'url.search',
		],
		'plain http is refused': ['readBaseUrl', "if (url.protocol !== 'https:' &&", 'if (false &&'],
	}),
	...heldBy(['account/credentialFields'], {
		'the App Token of sandbox is refused in production': [
			'readAccount',
			"fields.environment === 'production' && appToken",
			'false && appToken',
		],
		'a route is an ordinary path': ['readRoute', '!ordinaryPath.test(path) ||', ''],
		'a route has the parts of its endpoint': [
			'readRoute',
			'|| partsOf(path) !== partsOf(endpoint.path)',
			'',
		],
	}),
	...heldBy(['account/secrets'], {
		'secrets are struck out': ['formsOf', 'return [secret, hex', 'return [hex'],
	}),
	...heldBy(['account/credential'], {
		'a text is cut after its secrets are struck out': [
			'errorTextOf',
			'redactor.text(textOf(value)).slice(0, longestText)',
			'redactor.text(textOf(value).slice(0, longestText))',
		],
	}),
	...heldBy(['account/echoes'], {
		'secrets are struck out of answers': [
			'Redactor.body',
			'isSuspicious ? this.valueOf(body) : body',
			'body',
		],
		'secrets are struck out however they are encoded': [
			'readingsAt',
			'return [plain, ...escapedAt(text, at)]',
			'return [plain]',
		],
		'secrets are struck out in base64': [
			'base64Forms',
			'if (core.length < shortestSecret) return []',
			'return []',
		],
		'secrets are struck out of the Request-Id': ['requestIdOf', 'redactor.text(id)', 'id'],
	}),
	...heldBy(['requests/messageSize'], {
		'a message is of some kilobytes at most': [
			'shorten',
			'text.length <= most ? text',
			'true ? text',
		],
		'a message names some details at most': [
			'shortDetails',
			'details.slice(0, most).map',
			'details.map',
		],
	}),
	...heldBy(['account/refusedKeys'], {
		'a refused account is left alone': ['isRefused', 'refusal.until > monotonicNow()', 'false'],
		'the pause after a refusal grows': [
			'refuseAccount',
			'Math.min(last.pause * 2, timing.longestRefusal)',
			'last.pause',
		],
		'the pause after a refusal grows up to a quarter of an hour': [
			'refuseAccount',
			'Math.min(last.pause * 2, timing.longestRefusal)',
			'last.pause * 2',
		],
		"the credential's dialog asks although the account is left alone": [
			'authenticateRequest',
			'state.testRequested = true',
			'',
		],
		"n8n's HTTP Request node sends nothing for a refused account": [
			'authenticateRequest',
			'checkRefusal(state); else if',
			'; else if',
		],
	}),
	...heldBy(['account/refusedTokens'], {
		'a refused token is exchanged twice at most': [
			'mayExchange',
			'tokensRefused < mostRefusedTokens',
			'true',
		],
		'what a run without a token learned holds for all of it': [
			'RequestPatience.noToken',
			'const failure = this.giveUp(error); this.run.stop(failure)',
			'const failure = this.giveUp(error)',
		],
		'one request shows whether a new token is accepted': [
			'afterProbe',
			'isOpen && state.probe !== undefined && left > 0',
			'false',
		],
	}),
	...heldBy(['requests/boundedWaits'], {
		'the token exchange waits as long as Retry-After says': [
			'tokenFromHub',
			"if (decision.next === 'waitForLimit') blockWindow(window, decision.pause, () => failure)",
			"if (decision.next === 'waitForLimit') ",
		],
		'Stop ends the token exchange at once': ['awaitToken', 'state.exchange?.giveUp.abort()', ''],
	}),
];
