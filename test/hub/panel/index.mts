import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify';
import { addActions, NotPossible } from './actions.mts';
import { refusalOf } from './guard.mts';
import { labelsFor } from '../data/labels.mts';
import { sendChanges } from './live.mts';
import { page, styleSheets } from './page.mts';
import type { PanelParts, View } from './view.mts';
import { addressOf, views } from './views/index.mts';

const icon = fileURLToPath(new URL('../../../icons/marketplaceHub.svg', import.meta.url));
const idiomorph = createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.esm.js');
const inBrowser = (name: string) => fileURLToPath(new URL(`./browser/${name}`, import.meta.url));
const script = 'text/javascript';
const files: [path: string, file: string, type: string][] = [
	...styleSheets.map((name): [string, string, string] => [`/${name}`, inBrowser(name), 'text/css']),
	['/panel.js', inBrowser('panel.js'), script],
	['/idiomorph.js', idiomorph, script],
	['/icon.svg', icon, 'image/svg+xml'],
];

const labelTypes: Record<string, string> = {
	pdf: 'application/pdf',
	zpl: 'text/plain; charset=utf-8',
	jpg: 'image/jpeg',
};

/** A page may load files of this server, run no inline script, and be in no frame. */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The panel: a web page at `/`, everything else of it under `/_panel`. */
export function addPanel(app: FastifyInstance, parts: PanelParts): void {
	const panel: FastifyPluginCallback = (scope, _options, done) => {
		scope.addHook('onRequest', async (request, reply) => {
			const refusal = refusalOf(request);
			if (refusal !== undefined) await reply.code(403).send({ message: refusal });
		});
		scope.addHook('onSend', async (_request, reply) => {
			reply.headers({
				'Content-Security-Policy': policy,
				'X-Content-Type-Options': 'nosniff',
				'Referrer-Policy': 'same-origin',
				'Cache-Control': 'no-store',
			});
		});
		scope.setErrorHandler((error: Error, _request, reply) =>
			reply.code(error instanceof NotPossible ? 409 : 500).send({ message: error.message }),
		);
		for (const view of views) {
			scope.get(addressOf(view), (_request, reply) => sendPage(reply, parts, view));
		}
		void scope.register(
			(under, _none, ready) => {
				addFiles(under, parts);
				addActions(under, parts);
				ready();
			},
			{ prefix: '/_panel' },
		);
		done();
	};
	void app.register(panel);
}

async function sendPage(reply: FastifyReply, parts: PanelParts, view: View): Promise<FastifyReply> {
	return reply.type('text/html; charset=utf-8').send(String(await page(parts, view)));
}

function addFiles(scope: FastifyInstance, parts: PanelParts): void {
	const { hub } = parts;
	scope.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found.' }));
	for (const [path, file, type] of files) {
		scope.get(path, (_request, reply) => reply.type(type).send(readFileSync(file, 'utf8')));
	}
	scope.get<{ Querystring: { view?: string } }>('/events', (request, reply) => {
		const view = views.find(({ name }) => name === request.query.view);
		if (!view) return reply.code(404).send({ message: 'The panel has no such page.' });
		sendChanges(reply, parts, view);
	});
	scope.get<{ Params: { key: string } }>('/documents/:key.xml', (request, reply) => {
		const document = hub.state.fiscalDocuments.get(request.params.key);
		if (!document) return reply.callNotFound();
		return reply.type('application/xml; charset=utf-8').send(document.xml);
	});
	scope.get<{ Params: { id: string; index: string } }>('/labels/:id/:index', (request, reply) => {
		const order = hub.state.orders.get(Number(request.params.id));
		const label = order && labelsFor(hub.state, order)[Number(request.params.index)];
		if (!label) return reply.callNotFound();
		const type = labelTypes[label.tipo] ?? 'image/png';
		return reply.type(type).send(Buffer.from(label.conteudo, 'base64'));
	});
}
