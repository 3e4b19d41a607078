import type { FastifyReply } from 'fastify';
import { liveParts } from './page.mts';
import type { PanelParts, View } from './view.mts';

const everyMs = 250;

/**
 * Server-sent events of one open page: the parts of `view` that look different than a moment ago, as
 * `{ id, html }`. Ends when the browser leaves or the hub stops.
 */
export function sendChanges(reply: FastifyReply, parts: PanelParts, view: View): void {
	reply.hijack();
	reply.raw.writeHead(200, {
		'Content-Type': 'text/event-stream',
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
	});
	reply.raw.write('retry: 1000\n\n');
	const before = new Map<string, string>();
	const send = async (): Promise<void> => {
		for (const [id, render] of Object.entries(liveParts)) {
			const markup = String(await render(parts, view));
			if (before.get(id) === markup) continue;
			before.set(id, markup);
			reply.raw.write(`event: part\ndata: ${JSON.stringify({ id, html: markup })}\n\n`);
		}
	};
	// a page that cannot be shown says why when it is loaded again
	const update = (): void => void send().catch(() => reply.raw.end());
	const timer = setInterval(update, everyMs);
	timer.unref();
	reply.raw.once('close', () => clearInterval(timer));
	update();
}
