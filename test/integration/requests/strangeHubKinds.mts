import { expect } from 'vitest';
import {
	hidden,
	noRecord,
	strangeHub,
	wants,
	type Reply,
	type Strangeness,
} from '../../support/strangeHub.mts';

/** The addresses of a hub with the defaults of the credential, and what each says to an empty body. */
export const own: NonNullable<Strangeness['routes']> = {
	'POST /v1/products': wants('skuProduto'),
	'PUT /v1/products/{}': () => noRecord('Produto'),
	'PUT /v1/products/price-batch': wants('precos'),
	'PUT /v1/products/stock-batch': wants('estoques'),
	'POST /v1/products/batch': wants('produtos'),
	'PUT /v1/orders/queue/{}': wants('idInterno'),
	'POST /v1/orders': wants('idPedidoCanal'),
	'PUT /v1/orders/{}/paid': () => noRecord('Pedido'),
	'PUT /v1/orders/{}/invoiced': () => noRecord('Pedido'),
	'PUT /v1/orders/{}/sent': () => noRecord('Pedido'),
	'PUT /v1/orders/{}/delivered': () => noRecord('Pedido'),
};
export const others: typeof own = {
	'POST /v1/batch/prices': wants('precos'),
	'POST /v1/batch/stocks': wants('estoques'),
	'POST /v1/orders/{}/sent': () => noRecord('Pedido'),
	'POST /v1/orders/queue/{}': wants('idInterno'),
};
export const replies: Record<string, (method: string, path: string) => Reply> = {
	'404': () => ({ status: 404, body: { error: 'Endpoint não existe' } }),
	'404 that repeats the address': (method, path) => ({
		status: 404,
		body: {
			error: `Cannot ${method} ${path}`,
			timestamp: new Date().toISOString(),
			requestId: crypto.randomUUID(),
		},
	}),
	'404 without a body': () => ({ status: 404 }),
	'405': () => ({ status: 405, body: { error: 'Método não permitido' } }),
	'a page': () => ({ status: 404, body: '<!DOCTYPE html><p>Maria Buyer', type: 'text/html' }),
	'a page with 405': () => ({ status: 405, body: '<html>', type: 'text/html' }),
	'400 with words': () => ({
		status: 400,
		body: { error: 'Requisição inválida', details: ['rota'] },
	}),
	'400 that names every field': () => ({
		status: 400,
		body: { error: 'precos, estoques, produtos, skuProduto, idInterno ou idPedidoCanal' },
	}),
	'422': () => ({ status: 422, body: { error: 'Não processável' } }),
	'401': () => ({ status: 401, body: { error: 'Não autorizado' } }),
	'403': () => ({ status: 403, body: { message: 'Missing Authentication Token' } }),
	'429': () => ({
		status: 429,
		body: { error: 'Muitas requisições' },
		headers: { 'Retry-After': '600' },
	}),
	'500': () => ({ status: 500, body: { error: 'Erro' } }),
	'404 that hints at a route by its field': (_method, path) => ({
		status: 404,
		body: {
			error: path.includes('batch') ? 'precos, estoques e produtos: veja a lista' : 'Nada aqui',
		},
	}),
	'405 that hints at a route by its field': (_method, path) => ({
		status: 405,
		body: { error: path.includes('batch') ? 'precos: use POST' : 'Nada aqui' },
	}),
	'404, and a short word is a SKU whose body is checked first': (method, path) =>
		method === 'PUT' && /^\/v1\/products\/[\w-]{1,20}$/.test(path)
			? { status: 400, body: { error: 'nome é obrigatório' } }
			: { status: 404, body: { error: 'Endpoint não existe' } },
	'404 that repeats the secrets': () => ({
		status: 404,
		body: { error: 'Bearer token-of-the-hub-1', details: ['secret-key-of-stranger'] },
	}),
	'404 with a note in its words': () => ({
		status: 404,
		body: { error: 'Não existe', details: ['<nfeProc><dest>Maria Buyer</dest></nfeProc>'] },
	}),
	'a redirect': () => ({ status: 302, headers: { Location: '/login' } }),
};
/** Each reply to unknown addresses with each set of addresses. */
export const kinds: Array<readonly [string, Strangeness]> = Object.entries(replies).flatMap(
	([name, unknown]) => [
		[`${name}, the defaults`, { unknown, routes: own }] as const,
		[`${name}, other candidates`, { unknown, routes: others }] as const,
		[`${name}, no route`, { unknown }] as const,
		[
			`${name}, the same words for a missing record`,
			{ unknown, routes: own, noRecord: () => unknown('GET', '/v1/x') },
		] as const,
		[`${name}, the token test elsewhere`, { unknown, routes: own, ping: 'GET /v1/test' }] as const,
	],
);

/** Connection: Check Routes gives no wrong verdict, writes nothing and ends no token at such a hub. */
export async function expectRightVerdicts(strangeness: Strangeness): Promise<void> {
	const hub = await strangeHub(strangeness);
	const result = await hub.run('checkRoutes');
	const items = result.json('Node');
	const has = (asked: string) =>
		asked === 'GET /v1/ping'
			? strangeness.ping === undefined
			: asked.replace(/\{\w+\}/, '{}') in (strangeness.routes ?? {});
	const judged = items.slice(1).filter(({ asked }) => /^(POST|PUT)|ping/.test(String(asked)));
	for (const { asked, verdict } of judged) {
		if (asked === 'POST /v1/logistic/auth') continue;
		if (verdict === 'works') expect([asked, has(String(asked))]).toEqual([asked, true]);
		if (verdict === 'notThere') expect([asked, has(String(asked))]).toEqual([asked, false]);
	}
	expect(result.nodeError('Node')).toBeUndefined();
	expect(items.length).toBeGreaterThan(15);
	expect(hub.tokens()).toBe(1);
	const writes = hub.calls.filter(({ method }) => method !== 'GET');
	expect(writes.filter(({ status, path }) => status < 300 && !path.endsWith('auth'))).toEqual([]);
	const sent = writes.map(({ method, path }) => `${method} ${path}`);
	expect(sent).toEqual([...new Set(sent)]);
	for (const secret of hidden) expect(JSON.stringify(items)).not.toContain(secret);
	// the account works on
	const list = { parameters: { resource: 'order', operation: 'getMany' } };
	expect((await hub.run('getMany', list)).nodeError('Node')).toBeUndefined();
	expect((await hub.run('checkRoutes')).json('Node')).toHaveLength(items.length);
	expect(hub.tokens()).toBe(1);
}
