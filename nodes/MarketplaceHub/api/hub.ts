import type { z } from 'zod';
import { readAccount, secretsOf, type Account } from './auth/account';
import { readCredential } from './auth/credential';
import type { Endpoint, EndpointName } from './endpoints';
import { HubError, lookFirst } from './errors';
import { stringifyJson, tryParseJson } from './values/numbers';
import type { HubResponse } from './http/response';
import { deliver } from './http/retry';
import { cancelSignal, ConnectionLost, sendWithToken, type HubContext } from './http/send';

/** What one request needs beyond its endpoint's row. */
export interface RequestInput {
	/** Values of the path's `{parts}`, as they are: they are percent-encoded here. */
	path?: Record<string, string | number>;
	/** Query parameters; undefined ones are left out. */
	query?: Record<string, string | number | undefined>;
	/** Serialized as JSON; a bigint keeps all its digits. */
	body?: unknown;
	/** ms until an answer counts as lost. */
	timeout?: number;
	/** Ends the request and every wait for it, beside the execution's own cancel signal. */
	signal?: AbortSignal;
}

/** The hub as one account sees it, for requests to the endpoints `Name`. */
export interface Hub<in Name extends EndpointName = EndpointName> {
	/** The credential's account. Throws a HubError of kind `credential` that says what to change. */
	account(): Promise<Account>;
	/**
	 * Sends one request by the rules of its endpoint's row and reads the answer.
	 * @param answer the shape the answer must have; unknown fields pass through
	 * @returns the answer; undefined for an answer without a body
	 * @throws HubError
	 */
	request<Answer>(
		name: Name,
		input: RequestInput,
		answer: z.ZodType<Answer, z.ZodTypeDef, unknown>,
	): Promise<Answer>;
}

/** Binds the hub to an n8n context: its credential, its helpers, its cancel signal. */
export function connectHub(context: HubContext): Hub {
	const account = async () => readAccount(await readCredential(context));
	return {
		account,
		async request(name, input, answer) {
			const current = await account();
			const endpoint = current.endpoint(name);
			const url =
				current.baseUrl + fillPath(endpoint, input.path ?? {}) + queryString(input.query ?? {});
			const body = input.body === undefined ? undefined : stringifyJson(input.body);
			let read: unknown;
			await deliver({
				endpoint,
				window: `${current.key} ${name}`,
				name: `${endpoint.method} ${endpoint.path}`,
				// asked for when a message is made: the token may be new by then
				secrets: () => secretsOf(current),
				signal: input.signal ?? cancelSignal(context),
				send: async () => {
					const response = await sendWithToken(context, {
						method: endpoint.method,
						url,
						body,
						timeout: input.timeout,
						signal: input.signal,
					});
					if (response.status < 300) read = readBody(endpoint, response);
					return response;
				},
			});
			const result = answer.safeParse(read);
			if (result.success) return result.data;
			throw unexpectedAnswer(endpoint, result.error);
		},
	};
}

function readBody(endpoint: Endpoint, response: HubResponse): unknown {
	if (endpoint.answersText === true) return response.text;
	if (response.text.trim() === '') {
		if (endpoint.retry === 'read')
			throw new ConnectionLost('unreadable', 'gave an answer without a body');
		return undefined;
	}
	const parsed = tryParseJson(response.text);
	if (parsed !== undefined) return parsed.value;
	const type = response.headers['content-type'] ?? 'no content type';
	throw new ConnectionLost('unreadable', `gave an answer that is not complete JSON (${type})`);
}

function unexpectedAnswer(endpoint: Endpoint, { issues }: z.ZodError): HubError {
	const [issue] = issues;
	const once = endpoint.retry === 'once';
	const outcome = once ? '; whether it carried the request out is unknown' : '';
	return new HubError(
		once ? 'outcomeUnknown' : 'unreachable',
		`The hub's answer does not have the documented form (${endpoint.method} ${endpoint.path})${outcome}`,
		{
			description: `${once ? `${lookFirst} ` : ''}${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'unknown'}. Check the Base URL of the credential${endpoint.assumed === true ? ' and the route under Customize Routes' : ''}.`,
		},
	);
}

function fillPath({ path }: Endpoint, values: Record<string, string | number>): string {
	return path.replace(/\{(\w+)\}/g, (_part, name: string) => {
		const value = String(values[name] ?? '');
		if (value === '')
			throw new HubError('invalid', `\`${name}\` is empty`, {
				description: 'Enter a value, or check the expression that should give it.',
			});
		if (value === '.' || value === '..') {
			throw new HubError('invalid', `\`${name}\` must not be '${value}'`, {
				description: 'As a part of an address it would lead to another one.',
			});
		}
		return encode(name, value);
	});
}

function queryString(query: Record<string, string | number | undefined>): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined || value === ''
			? []
			: [`${encode(name, name)}=${encode(name, String(value))}`],
	);
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encode(name: string, value: string): string {
	if (/\p{Surrogate}/u.test(value)) {
		throw new HubError(
			'invalid',
			`\`${name}\` holds half a character that cannot be sent: '${value}'`,
		);
	}
	return encodeURIComponent(value);
}

/**
 * Several filter values as one query value, separated by a vertical bar; undefined for none.
 * @throws HubError of kind `invalid` for a value that holds a vertical bar itself
 */
export function joinFilter(
	name: string,
	values: ReadonlyArray<string | number>,
): string | undefined {
	const texts = values.map(String).filter((value) => value !== '');
	const barred = texts.find((value) => value.includes('|'));
	if (barred !== undefined) {
		throw new HubError('invalid', `\`${name}\` must not hold a vertical bar: '${barred}'`, {
			description:
				'The hub reads it as a separator. Enter several values as a list or separated by commas.',
		});
	}
	return texts.length === 0 ? undefined : texts.join('|');
}
