import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, {
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
	type HTTPMethods,
} from 'fastify';
import { sendPadded } from './padded.mts';
import { routerPath, withoutDots, type Match, type Route } from './routes.mts';
import { serve, type Reply, type ServiceParts } from './service.mts';
import type { Fault, RecordedRequest } from './types.mts';

export interface ServerParts extends ServiceParts {
	/** told of each request as it comes in */
	listeners: Iterable<(request: RecordedRequest) => void>;
	/** requests without an answer yet */
	underWay: number;
	routes: Route[];
}

const bodyLimit = 50 * 1024 * 1024;
const keptReplies = 200;
const keptCharacters = 20_000;

/**
 * The HTTP side: Fastify finds the operation of the contract, `serve` gets the request as it came in (raw address,
 * raw body); every request is recorded, and faults happen to it. Segments are matched as received, so that `%2F`
 * stays inside its segment, and decoded afterwards.
 */
export function createServer(parts: ServerParts): FastifyInstance {
	const { prefix = '' } = parts.options;
	const app = Fastify({
		bodyLimit,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: bodyLimit },
		rewriteUrl: ({ url }) => withoutDots(url ?? ''),
		frameworkErrors: (_error, request, reply) => void answer(parts, request, reply, 'malformed'),
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	for (const { operation, method, path } of parts.routes) {
		app.route<{ Params: Record<string, string> }>({
			method: method as HTTPMethods,
			url: routerPath(prefix + path),
			handler: (request, reply) => {
				const { params } = request;
				const isComplete = Object.values(params).every((value) => value !== '');
				return answer(parts, request, reply, isComplete ? { operation, params } : undefined);
			},
		});
	}
	app.setNotFoundHandler((request, reply) => answer(parts, request, reply, undefined));
	app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
		reply.code(error.statusCode ?? 500).send({ error: error.message }),
	);
	return app;
}

async function answer(
	parts: ServerParts,
	request: FastifyRequest,
	reply: FastifyReply,
	match: Match | 'malformed',
): Promise<unknown> {
	const { log, faults } = parts.hub;
	const { prefix = '', latency = 0 } = parts.options;
	parts.underWay++;
	reply.raw.once('close', () => parts.underWay--);
	const rawUrl = request.originalUrl;
	const mark = rawUrl.indexOf('?');
	const fullPath = mark < 0 ? rawUrl : rawUrl.slice(0, mark);
	const inside = fullPath.startsWith(`${prefix}/`);
	const path = inside ? fullPath.slice(prefix.length) : fullPath;
	const entry: RecordedRequest = {
		method: request.method,
		path,
		query: Object.fromEntries(new URLSearchParams(mark < 0 ? '' : rawUrl.slice(mark + 1))),
		rawUrl,
		headers: { ...request.headers },
		body: typeof request.body === 'string' ? request.body : '',
		status: 0,
		at: parts.context.clock.now(),
		endpoint: typeof match === 'object' ? match.operation.id : undefined,
	};
	log.push(entry);
	for (const listener of parts.listeners) listener(entry);
	forgetReply(log);

	const fault = faults.take(entry);
	entry.fault = fault?.kind;
	if (fault?.kind === 'resetBefore') return cut(request, reply);
	if (fault?.kind === 'hang') return reply.hijack();
	const replaces = fault?.kind === 'status' || fault?.kind === 'html';
	const own = !replaces || fault?.applied ? serve(parts, entry, match) : undefined;
	entry.requestId = own?.headers['Request-Id'];
	if (fault?.kind === 'resetAfter') return cut(request, reply);
	const trickles = fault?.kind === 'trickle';
	const slow = fault?.kind === 'slow' && fault.until === undefined ? 1000 : 0;
	const before = trickles ? 0 : (fault?.delay ?? slow);
	if (fault?.kind !== 'padded') await fault?.until;
	const delay = before + (typeof latency === 'function' ? latency(parts.underWay) : latency);
	if (delay > 0) await sleep(delay);
	const sent = replaces ? replacement(fault, own) : damaged(own as Reply, fault);
	entry.requestId = sent.headers['Request-Id'];
	entry.reply = sent.text.slice(0, keptCharacters);
	if (fault?.kind === 'truncate') return sendHalf(request, reply, sent);
	entry.status = sent.status;
	if (fault?.kind === 'padded') return sendPadded(request, reply, sent, fault, entry);
	if (trickles) return trickle(reply, sent, fault.delay ?? 2000);
	return reply.code(sent.status).headers(sent.headers).send(sent.text);
}

/** Of many requests only the newest keep their answers. */
function forgetReply(log: RecordedRequest[]): void {
	const old = log.at(-1 - keptReplies);
	if (old) delete old.reply;
}

const badGateway =
	'<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>';

/** The answer of a fault that replaces the hub's own, with the headers of the own one when there was one. */
function replacement(fault: Fault, own: Reply | undefined): Reply {
	if (fault.kind === 'html') {
		const headers = { 'Content-Type': 'text/html', ...fault.headers };
		return { status: fault.status ?? 502, headers, text: badGateway };
	}
	const status = fault.status ?? 500;
	const body = fault.body ?? { error: `Falha simulada (${status}).` };
	const plain = typeof body === 'string';
	const text = plain ? body : JSON.stringify(body);
	return {
		status,
		headers: {
			'Request-Id': randomUUID(),
			...own?.headers,
			'Content-Type': plain ? 'text/plain' : 'application/json; charset=utf-8',
			...fault.headers,
		},
		text: status === 204 ? '' : text,
	};
}

/** The hub's own answer, damaged by a fault. */
function damaged(reply: Reply, fault: Fault | undefined): Reply {
	const headers = { ...reply.headers, ...fault?.headers };
	const status = fault?.status ?? reply.status;
	if (fault?.kind === 'empty') return { status, headers, text: '' };
	if (fault?.kind === 'malformed') {
		return { status, headers, text: reply.text.slice(0, Math.ceil(reply.text.length / 2)) || '{' };
	}
	return { ...reply, headers };
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
	return reply;
}

/** Announces the whole body, sends half of it and closes the connection. */
function sendHalf(
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, headers, text }: Reply,
): FastifyReply {
	const whole = Buffer.from(text);
	if (whole.length < 2) return cut(request, reply);
	reply.hijack();
	reply.raw.writeHead(status, { ...headers, 'Content-Length': whole.length });
	reply.raw.write(whole.subarray(0, whole.length >> 1), () => request.raw.socket.end());
	return reply;
}

/** Sends the answer byte by byte with a pause before each, until it is out or the client has gone. */
async function trickle(
	reply: FastifyReply,
	{ status, headers, text }: Reply,
	pause: number,
): Promise<FastifyReply> {
	const whole = Buffer.from(text);
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(status, { ...headers, 'Content-Length': whole.length });
	raw.flushHeaders();
	for (let sent = 0; sent < whole.length && !raw.destroyed; sent++) {
		await sleep(pause);
		raw.write(whole.subarray(sent, sent + 1));
	}
	raw.end();
	return reply;
}
