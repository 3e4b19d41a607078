import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { credentialName, readAccount, type AccessToken, type Account } from './account';
import { readCredential } from './credential';
import { findHubError } from './errors';
import { headersOf, type HubResponse } from './response';
import { timing } from './timing';
import { abortedBy, orAborted, wait } from './wait';
import { newestToken, refusedExchange, usableToken } from './token';
import { userAgent } from './version';

/** Any of n8n's contexts that can send a request with a credential. */
export type HubContext =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions
	| IHookFunctions;

/** A request ready to go: absolute address, serialized body. */
export interface OutgoingRequest {
	method: IHttpRequestOptions['method'];
	url: string;
	body?: string;
	/** ms until the answer counts as lost. */
	timeout?: number;
	/** Ends the request, the exchange it waits for, and every wait. */
	signal?: AbortSignal;
}

/**
 * No usable answer came: the connection ended early (with a code such as ECONNRESET), or what came
 * cannot be read. The message continues 'The hub'.
 */
export class ConnectionLost extends Error {
	constructor(
		readonly code: string,
		message = `could not be reached (${code})`,
	) {
		super(message);
		this.name = 'ConnectionLost';
	}
}

/** How often one request may make this process exchange the keys because its token was refused. */
const renewals = 2;
/** How many tokens one request tries at most. */
const rounds = 8;

/**
 * Sends one request with the credential and resolves with the answer, whatever its status. Only a
 * 401 is dealt with here: the request was not carried out, so the token is renewed and the request
 * sent again. The stored token is read again first: another process may have replaced it.
 * @throws ConnectionLost without an answer, HubError when the credential is not usable
 */
export async function sendWithToken(
	context: HubContext,
	request: OutgoingRequest,
): Promise<HubResponse> {
	let refusal: { response: HubResponse; used: AccessToken } | undefined;
	let renewed = 0;
	for (let round = 1; ; round++) {
		const credential = await readCredential(context, round > 1);
		const token = tokenOtherThan(readAccount(credential), refusal?.used);
		if (refusal !== undefined && token.accessToken === '' && ++renewed > renewals)
			return refusal.response;
		const outcome = await sendOnce(context, request, credential, token);
		if (outcome.response.status !== 401 || round === rounds) return outcome.response;
		// a token that was just issued and is refused: another process exchanges too, and stores its token soon
		if (refusal !== undefined) await wait(timing.backoff * (0.1 + Math.random()), request.signal);
		refusal = outcome;
	}
}

/** The execution's cancel signal, in the contexts that have one. */
export function cancelSignal(context: HubContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** An empty token makes n8n call preAuthentication; its time tells which token it has to be newer than. */
function tokenOtherThan(account: Account, refused: AccessToken | undefined): AccessToken {
	const token = usableToken(account);
	if (token !== undefined && token.accessToken !== refused?.accessToken) return token;
	return {
		accessToken: '',
		accessTokenIssuedAt: Math.max(
			refused?.accessTokenIssuedAt ?? 0,
			newestToken(account).accessTokenIssuedAt,
		),
	};
}

async function sendOnce(
	context: HubContext,
	request: OutgoingRequest,
	credential: ICredentialDataDecryptedObject,
	token: AccessToken,
): Promise<{ response: HubResponse; used: AccessToken }> {
	const data: ICredentialDataDecryptedObject = { ...credential, ...token };
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		headers: { Accept: 'application/json', 'User-Agent': userAgent },
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: request.timeout ?? timing.requestTimeout,
	};
	if (request.body !== undefined) {
		options.body = request.body;
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	if (request.signal !== undefined) options.abortSignal = request.signal;
	const { id = '', name = '' } = context.getNode().credentials?.[credentialName] ?? {};
	const credentialsDecrypted = { id: id ?? '', name, type: credentialName, data };
	const sending = context.helpers.httpRequestWithAuthentication.call(
		context,
		credentialName,
		options,
		{ credentialsDecrypted },
	);
	// n8n does not end the token exchange, which others may wait for too, with one request's signal
	const answer = (await orAborted(sending, request.signal).catch((error: unknown) => {
		const known =
			findHubError(error) ??
			(data.accessToken === '' ? refusedExchange(readAccount(credential)) : undefined);
		if (known !== undefined) throw known;
		if (request.signal?.aborted === true) throw abortedBy(request.signal);
		const code = codeOf(error);
		const unnamed = code === noAnswer;
		throw new ConnectionLost(code, unnamed ? 'gave no complete answer' : undefined);
	})) as IN8nHttpFullResponse;
	return {
		response: {
			status: answer.statusCode,
			headers: headersOf(answer.headers),
			text: String(answer.body ?? ''),
		},
		// n8n puts the renewed token into the object it was given
		used: {
			accessToken: String(data.accessToken),
			accessTokenIssuedAt: Number(data.accessTokenIssuedAt),
		},
	};
}

/** Stands for a code where n8n hands none on, as when the deadline ends the request. */
const noAnswer = 'no answer';
const codePattern =
	/\b(E[A-Z]{4,}|ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*SIGNED_CERT[A-Z_]*|UNABLE_TO_[A-Z_]+|timeout)\b/;

function codeOf(error: unknown): string {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		if ('code' in current && typeof current.code === 'string') return current.code;
		const code = codePattern.exec(current.message)?.[1];
		if (code !== undefined) return code;
		current = current.cause;
	}
	return noAnswer;
}
