import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Faults } from './faults.mts';
import type { Router } from './router.mts';
import { serve, type Reply, type ServiceParts } from './service.mts';
import type { Fault, RecordedRequest } from './types.mts';

export interface ServerParts extends ServiceParts {
	prefix: string;
	latency: number;
	faults: Faults;
	log: RecordedRequest[];
	router: Router;
}

const controlPrefix = '/_hub';
const bodyLimit = 50 * 1024 * 1024;

/**
 * The HTTP side: hands every request outside /_hub to `serve` as it came in (raw address, raw body), records it and
 * lets faults happen to it.
 */
export function createServer(parts: ServerParts): FastifyInstance {
	const app = Fastify({
		bodyLimit,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		rewriteUrl: ({ url }) => (isControl(url ?? '') ? (url ?? '') : '/-'),
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.route({
		method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
		url: '/-',
		handler: (request, reply) => answer(parts, request, reply),
	});
	app.setNotFoundHandler((_request, reply) =>
		reply.code(404).send({ error: 'Endpoint não encontrado.' }),
	);
	app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
		reply.code(error.statusCode ?? 500).send({ error: error.message }),
	);
	return app;
}

function isControl(url: string): boolean {
	return url === controlPrefix || /^\/_hub[/?]/.test(url);
}

async function answer(
	parts: ServerParts,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const rawUrl = request.originalUrl;
	const mark = rawUrl.indexOf('?');
	const fullPath = mark < 0 ? rawUrl : rawUrl.slice(0, mark);
	const inside = fullPath.startsWith(`${parts.prefix}/`);
	const path = inside ? fullPath.slice(parts.prefix.length) : fullPath;
	const match = inside ? parts.router.match(request.method, path) : undefined;
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
	parts.log.push(entry);

	const fault = parts.faults.take(entry);
	if (fault?.kind === 'resetBefore') return cut(request, reply);
	const replaces = fault?.kind === 'status' || fault?.kind === 'html';
	const own = !replaces || fault?.applied ? serve(parts, entry, match) : undefined;
	if (fault?.kind === 'resetAfter') return cut(request, reply);
	const trickles = fault?.kind === 'trickle';
	const before = trickles ? 0 : (fault?.delay ?? (fault?.kind === 'slow' ? 1000 : 0));
	const delay = parts.latency + before;
	if (delay > 0) await sleep(delay);
	const sent = replaces ? replacement(fault, own) : damaged(own as Reply, fault);
	if (fault?.kind === 'truncate') return sendHalf(request, reply, sent);
	entry.status = sent.status;
	if (trickles) return trickle(reply, sent, fault.delay ?? 2000);
	return reply.code(sent.status).headers(sent.headers).send(sent.text);
}

/** The answer of a fault that replaces the hub's own, with the headers of the own one when there was one. */
function replacement(fault: Fault, own: Reply | undefined): Reply {
	if (fault.kind === 'html') {
		const text =
			'<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>';
		return {
			status: fault.status ?? 502,
			headers: { 'Content-Type': 'text/html', ...fault.headers },
			text,
		};
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
