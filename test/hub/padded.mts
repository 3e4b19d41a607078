import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from './service.mts';
import type { Fault, RecordedRequest } from './types.mts';

const compressions = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress };

const spaces = Buffer.alloc(64 * 1024, ' ');

/** The text and so many spaces, which JSON may have behind it; halfway it waits for `until`. */
async function* padded(text: string, size: number, until?: Promise<unknown>) {
	const whole = Buffer.from(text);
	yield whole;
	for (let sent = whole.length; sent < size; sent += spaces.length) {
		if (sent >= size / 2) await until;
		yield spaces.subarray(0, size - sent);
	}
}

/** Sends the answer padded to the fault's size, as fast as the client reads it, until it has gone. */
export async function sendPadded(
	request: FastifyRequest,
	reply: FastifyReply,
	{ status, headers, text }: Reply,
	{ size = 0, compression, isAnnounced = false, until }: Fault,
	entry: RecordedRequest,
): Promise<FastifyReply> {
	const { socket } = request.raw;
	const before = socket.bytesWritten;
	reply.hijack();
	reply.raw.once('close', () => (entry.bytesSent = socket.bytesWritten - before));
	reply.raw.writeHead(status, {
		...headers,
		...(isAnnounced && { 'Content-Length': Math.max(size, Buffer.byteLength(text)) }),
		...(compression !== undefined && { 'Content-Encoding': compression }),
	});
	const body = Readable.from(padded(text, size, until));
	const compress = compression === undefined ? [] : [compressions[compression]()];
	await pipeline([body, ...compress, reply.raw]).catch(() => undefined);
	return reply;
}
