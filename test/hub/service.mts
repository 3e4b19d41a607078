import { randomUUID } from 'node:crypto';
import { processBatches } from './batches.mts';
import { Refusal, type Answer, type Context, type Handler } from './context.mts';
import { checkError, type Operation } from './contract.mts';
import type { OperationId } from './contract/operations.mts';
import { handlers } from './handlers/index.mts';
import { applyQuirks, withDamage } from './quirks.mts';
import { serialize } from './exactJson.mts';
import type { Allowance, RateWindows } from './limits.mts';
import type { Match } from './routes.mts';
import type { Hub, HubOptions, RecordedRequest } from './types.mts';

export interface ServiceParts {
	hub: Hub;
	options: HubOptions;
	context: Context;
	windows: RateWindows;
}

/** An answer ready to be written. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Carries out one request by the rules of the reference and checks the answer against the contract. */
export function serve(
	parts: ServiceParts,
	entry: RecordedRequest,
	match: Match | 'malformed',
): Reply {
	const { context } = parts;
	const { contractViolations } = parts.hub;
	const requestId = randomUUID();
	const operation = typeof match === 'object' ? match.operation : undefined;
	let allowance: Allowance | undefined;
	let answer: Answer;
	try {
		processBatches(context);
		const { operation, params } = checkAccess(parts, entry, match);
		allowance = parts.windows.take(operation.id, operation.limit, entry.at);
		if (!allowance.allowed) throw new Refusal(429, 'Limite de requisições por minuto atingido.');
		const body = checkRequest(operation, entry, params);
		const handler = handlers[operation.id as OperationId] as Handler;
		const { path, query } = entry;
		answer = handler(context, { params, query, path, body, rawBody: entry.body, requestId });
	} catch (cause) {
		answer = refused(cause, entry, contractViolations);
	}

	const { text: ownText, read } = serialize(answer.body);
	let text = ownText;
	const broken = operation ? operation.checkAnswer(answer.status, read) : checkError(read);
	if (broken.length > 0) {
		contractViolations.push(
			`${entry.method} ${entry.path} answered ${answer.status}: ${broken.join('; ')}`,
		);
		answer = { status: 500, body: { error: 'The hub broke its own contract.', details: broken } };
		({ text } = serialize(answer.body));
	}

	const headers: Record<string, string> = {};
	if (['POST', 'PUT', 'DELETE'].includes(entry.method)) {
		allowance ??= parts.windows.look(operation?.id ?? '', operation?.limit, entry.at);
		headers['Request-Id'] = requestId;
		headers['X-RateLimit-Limit'] = String(allowance.limit);
		headers['X-RateLimit-Remaining'] = String(allowance.remaining);
	}
	if (answer.body === undefined) return { status: answer.status, headers, text: '' };
	const plain = typeof answer.body === 'string';
	headers['Content-Type'] = plain ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
	if (plain) return { status: answer.status, headers, text: String(answer.body) };
	const quirky = applyQuirks(answer.body, context.quirks);
	return {
		status: answer.status,
		headers,
		text: withDamage(
			answer.body,
			quirky === answer.body ? text : serialize(quirky).text,
			context.quirks,
		),
	};
}

/** Https, user-agent, application token, existence of the endpoint, access token: in this order. */
function checkAccess(
	{ hub, options }: ServiceParts,
	entry: RecordedRequest,
	match: Match | 'malformed',
): NonNullable<Match> {
	const { headers } = entry;
	if (options.requireHttps && headers['x-forwarded-proto'] !== 'https') {
		throw new Refusal(406, 'A conexão deve usar HTTPS.');
	}
	if (hub.environment === 'production' && !headers['user-agent']) {
		throw new Refusal(400, 'Cabeçalho User-Agent ausente.');
	}
	if (headers['app-token'] !== hub.appToken)
		throw new Refusal(401, 'App-Token ausente ou inválido.');
	if (match === 'malformed') throw new Refusal(400, 'Endereço malformado.');
	if (!match) throw new Refusal(404, 'Endpoint não encontrado.');
	if (match.operation.id === 'auth') {
		if (headers.authorization !== undefined) {
			hub.contractViolations.push(
				'client: the authorization request carries an Authorization header',
			);
		}
		return match;
	}
	if (!hub.tokens.accepts(headers.authorization as string | undefined)) {
		throw new Refusal(401, 'Token de acesso ausente, inválido ou expirado.');
	}
	return match;
}

/** Checks path, query and body, and returns the body. */
function checkRequest(
	operation: Operation,
	entry: RecordedRequest,
	params: Record<string, string>,
): unknown {
	const details = [...operation.checkPath(params), ...operation.checkQuery(entry.query)];
	let body: unknown;
	if (entry.method !== 'GET' && entry.body !== '') {
		if (!/^application\/json\b/i.test(String(entry.headers['content-type'] ?? ''))) {
			throw new Refusal(400, 'Content-Type deve ser application/json.');
		}
		try {
			body = JSON.parse(entry.body);
		} catch {
			throw new Refusal(400, 'Corpo da requisição não é um JSON válido.');
		}
		details.push(...operation.checkBody(body));
		const unknownFields = operation.unknownFields(body);
		if (unknownFields.length > 0) entry.unknownFields = unknownFields;
	} else if (operation.bodyRequired) {
		details.push('corpo: obrigatório');
	}
	if (details.length > 0) throw new Refusal(400, 'Requisição inválida.', details);
	return body;
}

function refused(cause: unknown, entry: RecordedRequest, contractViolations: string[]): Answer {
	if (cause instanceof Refusal) {
		const { status, message, details } = cause;
		return { status, body: details ? { error: message, details } : { error: message } };
	}
	const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
	contractViolations.push(`${entry.method} ${entry.path} crashed: ${text}`);
	return { status: 500, body: { error: 'Erro interno.' } };
}
