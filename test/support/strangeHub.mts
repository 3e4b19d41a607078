import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { onTestFinished } from 'vitest';
import { createN8n, loadBuiltPackage } from '../engine/n8n.mts';
import { credentialType, hubCredentials, packageName } from '../engine/nodes.mts';
import { scaleTime, timeScale } from './clock.mts';

/** What a hub answers; a text is sent as it is. */
export interface Reply {
	status: number;
	body?: unknown;
	type?: string;
	headers?: Record<string, string>;
}

export interface Call {
	method: string;
	path: string;
	body: string;
	status: number;
	authorization: string | undefined;
	/** ms, by the monotonic clock, when it had come. */
	at: number;
}

/** How a hub differs from what the reference shows of every hub. */
export interface Strangeness {
	/** Its answer at an address that it does not have, whatever the method. */
	unknown(method: string, path: string): Reply;
	/** Routes that it has beside the documented ones, by method and path with `{}`. */
	routes?: Record<string, (id: string, body: string) => Reply>;
	exchange?: string;
	ping?: string;
	/** Words for a record that is not there. */
	noRecord?: (kind: string) => Reply;
	/** Pause of the check between two requests, in ms. */
	pause?: number;
}

const refused = (error: string, ...details: string[]): Reply => ({
	status: 400,
	body: { error, details },
});
export const noRecord = (kind: string): Reply => ({
	status: 404,
	body: { error: `${kind} inexistente` },
});
/** A route that checks its body first. */
export const wants = (field: string) => (): Reply =>
	refused('Corpo inválido', `${field} é obrigatório`);

/** The buyer, note and key that no output may show. */
export const hidden = [
	'Maria Buyer',
	'maria@buyer.example',
	'<nfeProc',
	'token-of-the-hub',
	'secret-key-of-stranger',
];

let hubs = 0;

/** A small hub that somebody wrote from the reference alone, and an n8n with a credential for it. */
export async function strangeHub(
	{
		unknown,
		routes = {},
		exchange = 'POST /v1/logistic/auth',
		ping = 'GET /v1/ping',
		noRecord: none = noRecord,
		pause = 0,
	}: Strangeness,
	credential: ICredentialDataDecryptedObject = {},
) {
	scaleTime(timeScale, { minute: 60_000, checkPause: pause });
	const calls: Call[] = [];
	let tokens = 0;
	const list = (field: string, ...rows: unknown[]): Reply => ({
		status: 200,
		body: { [field]: rows, info: { next: '', total: rows.length, limit: 2, offset: 0 } },
	});
	const buyer = {
		idPedido: 5,
		dataEmissao: '2026-01-01 10:00:00',
		cliente: { nome: 'Maria Buyer', email: 'maria@buyer.example' },
		xml: '<nfeProc/>',
	};
	const known: Record<string, (id: string, body: string) => Reply> = {
		[exchange]: () => ({ status: 201, body: { token: `token-of-the-hub-${++tokens}` } }),
		[ping]: () => ({ status: 200, body: 'pong', type: 'text/plain' }),
		'GET /v1/erp/channels': () => ({ status: 200, body: { canais: [], info: { total: 0 } } }),
		'GET /v1/products': () => list('produtos', { skuProduto: 'A', precoDe: '1,50' }),
		'GET /v1/products/{}': () => none('Produto'),
		'GET /v1/orders': () => list('pedidos', buyer),
		'GET /v1/orders/{}': () => none('Pedido'),
		'GET /v1/erp/products/security-stock': () => list('produtosEstoqueSeguranca'),
		'GET /v1/erp/products/customized-prices': () => list('produtosPrecoPersonalizado'),
		...routes,
	};
	const answer = (method: string, path: string, body: string, authorization?: string): Reply => {
		const own = `${method} ${path}`;
		const isExchange = own === exchange;
		const handler =
			known[own] ??
			Object.entries(known).find(([route]) => {
				const pattern = route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{}', '[^/]+');
				return new RegExp(`^${pattern}$`).test(own);
			})?.[1];
		if (handler === undefined) return unknown(method, path);
		if (!isExchange && authorization !== `Bearer token-of-the-hub-${tokens}`)
			return { status: 401, body: { error: 'Token inválido' } };
		return handler(path.split('/').at(-1) ?? '', body);
	};
	const read = async (request: IncomingMessage) => {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		return text;
	};
	const server = createServer((request, response) => {
		const at = performance.now();
		void read(request).then((body) => {
			const { method = '', url = '', headers } = request;
			const path = url.split('?')[0] ?? '';
			const { authorization } = headers;
			const reply = answer(method, path, body, authorization);
			calls.push({ method, path, body, status: reply.status, authorization, at });
			response.writeHead(reply.status, {
				'Content-Type': reply.type ?? 'application/json',
				...reply.headers,
			});
			const { body: said = '' } = reply;
			response.end(typeof said === 'string' ? said : JSON.stringify(said));
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	const { nodes, credentials } = await loadBuiltPackage();
	const data = {
		environment: 'sandbox',
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		apiKey: `api-key-of-stranger-${++hubs}`,
		secretKey: 'secret-key-of-stranger',
		accessToken: '',
		accessTokenIssuedAt: 0,
		...credential,
	};
	const stored = [{ id: 'c1', name: 'Hub', type: credentialType, data }];
	const n8n = createN8n({ packageName, nodes, credentials, stored });
	const run = async (operation: string, more: object = {}) => {
		const node = {
			name: 'Node',
			type: `${packageName}.marketplaceHub`,
			credentials: hubCredentials,
			parameters: { resource: 'connection', operation },
			...more,
		};
		return await n8n.runNode(node, [{}]);
	};
	return { calls, run, tokens: () => tokens, stored: () => n8n.credentials.get('c1').data };
}
