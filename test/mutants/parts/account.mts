import { heldBy } from '../heldBy.mts';

/** The credential, its token, and what must never be seen of them. */
export const account = [
	...heldBy(['account/token'], {
		'a token is renewed before it ends': [
			'timing_1.timing.tokenLifetime - renewalMargin(token, state)',
			'timing_1.timing.tokenLifetime + 60_000',
		],
		'the stored token is read again after a 401': [
			'const current = await (0, account_1.currentAccount)(context, true);',
			'const current = account;',
		],
		'a token renewed meanwhile takes the place of the one read': [
			'(0, exports.isNewer)(other, newest) ? other : newest',
			'false ? other : newest',
		],
		'a 429 to the token exchange is waited out': [
			'outcome.status < 500 && outcome.status !== 429',
			'outcome.status < 500',
		],
		'accounts are told apart by all their keys': [
			'JSON.stringify([baseUrl, appToken, fields.apiKey, fields.secretKey])',
			'JSON.stringify([appToken])',
		],
	}),
	...heldBy(['account/httpRequest'], {
		'one token exchange at a time': ['if (state.exchange === undefined) {', 'if (true) {'],
		'the credential is refused for another origin': ['target.origin !== account.origin', 'false'],
	}),
	...heldBy(['account/redirects'], {
		'redirects are not followed': ['Object.assign(options, withoutRedirects)', 'options'],
		'redirects are not followed in the older form of a request': [
			['followRedirect: false,', 'followRedirect: true,'],
			['followAllRedirects: false,', 'followAllRedirects: true,'],
			['maxRedirects: 0,', 'maxRedirects: 5,'],
		],
		'redirects are not followed by the token exchange': [
			"encoding: 'stream',\n        returnFullResponse: true,\n        ignoreHttpStatusErrors: true,\n        disableFollowRedirect: true,",
			"encoding: 'stream',\n        returnFullResponse: true,\n        ignoreHttpStatusErrors: true,\n        disableFollowRedirect: false,",
		],
	}),
	...heldBy(['account/credential'], {
		'user name and password are refused in the Base URL': [
			"url.username !== '' || url.password !== '' || url.search",
			'url.search',
		],
		'plain http is refused': ["if (url.protocol !== 'https:' && ", 'if (false && '],
	}),
	...heldBy(['edges/credentialFields'], {
		'the App Token of sandbox is refused in production': [
			"fields.environment === 'production' && appToken",
			'false && appToken',
		],
		'a route does not lead upwards': ["plain !== '.' && plain !== '..' && ", ''],
		'a route has the parts of its endpoint': [' || partsOf(path) !== partsOf(endpoint.path)', ''],
		'a route holds no ?, # or backslash, encoded ones included': [
			'!leadsElsewhere.test(plain)',
			'true',
		],
	}),
	...heldBy(['account/secrets'], {
		'secrets are struck out': ['return [secret, hex,', 'return [hex,'],
	}),
	...heldBy(['account/credential', 'account/secrets'], {
		'a text is cut after its secrets are struck out': [
			'redactor.text(textOf(value)).slice(0, longestText)',
			'redactor.text(textOf(value).slice(0, longestText))',
		],
	}),
	...heldBy(['edges/echoes'], {
		'secrets are struck out of answers': ['isSuspicious ? this.valueOf(body) : body', 'body'],
		'secrets are struck out however they are encoded': [
			'return [plain, ...escapedAt(text, at)];',
			'return [plain];',
		],
		'secrets are struck out in base64': [
			'if (core.length < exports.shortestSecret)\n            return [];',
			'return [];',
		],
		'secrets are struck out of the Request-Id': ['redactor.text(id)', 'id'],
	}),
	...heldBy(['edges/messageSize'], {
		'a message is of some kilobytes at most': ['text.length <= most ? text', 'true ? text'],
		'a message names some details at most': ['details.slice(0, most).map', 'details.map'],
	}),
	...heldBy(['edges/refusedKeys'], {
		'a refused account is left alone': ['refusal.until > (0, wait_1.monotonicNow)();', 'false;'],
		'the pause after a refusal grows': [
			'Math.min(last.pause * 2, timing_1.timing.longestRefusal)',
			'last.pause',
		],
		'the pause after a refusal grows up to a quarter of an hour': [
			'Math.min(last.pause * 2, timing_1.timing.longestRefusal)',
			'last.pause * 2',
		],
		"the credential's dialog asks although the account is left alone": [
			'state.testRequested = true;',
			';',
		],
		"n8n's HTTP Request node sends nothing for a refused account": [
			'checkRefusal(state);\n        else if',
			';\n        else if',
		],
	}),
	...heldBy(['edges/refusedTokens'], {
		'a refused token is exchanged twice at most': ['tokensRefused < mostRefusedTokens', 'true'],
		'what a run without a token learned holds for all of it': [
			'const failure = this.giveUp(error);\n        this.run.stop(failure);',
			'const failure = this.giveUp(error);',
		],
		'one request shows whether a new token is accepted': [
			'isOpen && state.probe !== undefined && left > 0',
			'false',
		],
	}),
	...heldBy(['edges/boundedWaits'], {
		'the token exchange waits as long as Retry-After says': [
			"if (decision.next === 'waitForLimit')\n            (0, rateLimit_1.blockWindow)(window, decision.pause, () => failure);",
			"if (decision.next === 'waitForLimit')\n            ;",
		],
	}),
	...heldBy(['edges/boundedWaits'], {
		'Stop ends the token exchange at once': ['state.exchange?.giveUp.abort();', ';'],
	}),
];
