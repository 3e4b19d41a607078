import { expect, test } from 'vitest';
import { op } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';
import {
	noRecord,
	strangeHub,
	wants,
	type Reply,
	type Strangeness,
} from '../../support/strangeHub.mts';
import { expectRightVerdicts, kinds, others, own, replies } from './strangeHubKinds.mts';

/* Hubs that outsiders wrote from the reference alone, and what Connection: Check Routes says of them. */

/** Each reply once, with another set of addresses each time; all of them at night. */
const fewKinds = kinds.filter((_kind, index) => index % 5 === Math.floor(index / 5) % 5);

test.each(fewKinds)(
	'unknown addresses answer %s: no wrong verdict, nothing written, no token ended',
	async (_name, strangeness) => {
		await expectRightVerdicts(strangeness);
	},
);

test('the usual hub has every route; with other candidates it says what to enter', async () => {
	const usual = await strangeHub({ unknown: replies['404']!, routes: own });
	const [summary] = (await usual.run('checkRoutes')).json('Node');
	expect(summary).toMatchObject({ verdict: 'works' });
	const other = await strangeHub({ unknown: replies['405']!, routes: others });
	const items = (await other.run('checkRoutes')).json('Node');
	expect(items.flatMap(({ enter }) => (enter === '' ? [] : [enter]))).toEqual([
		'POST /v1/batch/stocks',
		'POST /v1/batch/prices',
		'POST /v1/orders/queue/{id}',
		'POST /v1/orders/{id}/sent',
	]);
});

test.each([
	[
		'takes an empty batch',
		{
			'POST /v1/products/batch': () => ({
				status: 201,
				body: { id: 7 },
				headers: { 'Request-Id': 'r-77' },
			}),
		},
		'POST /v1/products/batch',
	],
	[
		'creates on PUT',
		{ 'PUT /v1/products/{}': () => ({ status: 201, body: {}, headers: { 'Request-Id': 'r-77' } }) },
		'PUT /v1/products/',
	],
	[
		'takes a control',
		{
			'PUT /v1/orders/{}/paid': () => noRecord('Pedido'),
			'PUT /v1/orders/999999999999999999/{}': () => ({
				status: 200,
				body: {},
				headers: { 'Request-Id': 'r-77' },
			}),
		},
		'PUT /v1/orders/',
	],
] as const)(
	'a hub that %s: the check ends, and the first item says where to look',
	async (_what, routes, where) => {
		const hub = await strangeHub({ unknown: replies['404']!, routes: { ...own, ...routes } });
		const [summary, ...rest] = (await hub.run('checkRoutes')).json('Node');
		expect(summary).toMatchObject({ verdict: 'unclear' });
		expect(summary!.answer).toContain('something may have been written');
		expect(summary!.answer).toContain(where);
		expect(summary!.answer).toContain('r-77');
		const written = hub.calls.filter(
			({ method, status, path }) => method !== 'GET' && status < 300 && !path.endsWith('auth'),
		);
		expect(written).toHaveLength(1);
		expect(hub.calls.at(-1)).toBe(written[0]);
		expect(rest.at(-8)).toMatchObject({ verdict: 'notAsked' });
	},
);

test('a made-up record that exists, or a SKU that is a word of an address: such routes are not asked', async () => {
	const found = (): Reply => ({ status: 200, body: { cliente: { nome: 'Maria Buyer' } } });
	const hub = await strangeHub({
		unknown: replies['404']!,
		routes: { ...own, 'GET /v1/orders/{}': found, 'GET /v1/products/price-batch': found },
	});
	const items = (await hub.run('checkRoutes')).json('Node');
	const verdicts = Object.fromEntries(items.map(({ asked, verdict }) => [asked, verdict]));
	expect(verdicts).toMatchObject({
		'PUT /v1/orders/{id}/sent': 'notAsked',
		'PUT /v1/orders/queue/{id}': 'notAsked',
		'POST /v1/orders/{id}/paid': 'notAsked',
		'PUT /v1/products/price-batch': 'notAsked',
		'PUT /v1/products/stock-batch': 'works',
	});
	expect(JSON.stringify(items)).not.toContain('Maria');
	expect(
		hub.calls.filter(({ path, method }) => method === 'PUT' && /orders|price/.test(path)),
	).toEqual([]);
});

test.each([
	['unknown addresses answer 404', replies['404']!, 'works'],
	['unknown addresses answer 400', () => ({ status: 400, body: { error: 'Rota?' } }), 'works'],
] as const)(
	'a route that is called after the field of its body is found, where %s',
	async (_what, unknown, verdict) => {
		const credential = { customizeRoutes: true, routePriceBatch: 'POST /v1/precos' };
		const routes = { ...own, 'POST /v1/precos': wants('precos') };
		const hub = await strangeHub({ unknown, routes }, credential);
		const rows = (await hub.run('checkRoutes')).json('Node');
		expect(rows.filter(({ what }) => what === 'Price Batch')).toMatchObject([
			{ asked: 'POST /v1/precos', verdict },
		]);
	},
);

test.each(['"precos"', 'PRECOS', 'precos:'])(
	'a hub that repeats the word of an unknown address (%s) does not have a route of that word',
	async (said) => {
		const credential = { customizeRoutes: true, routePriceBatch: 'POST /v1/precos' };
		const repeat = (_method: string, path: string): Reply => {
			const word = path.split('/').at(-1) ?? '';
			const error = `Módulo ${said.replace(/precos/i, said.includes('P') ? word.toUpperCase() : word)} ?`;
			return { status: 400, body: { error } };
		};
		const hub = await strangeHub({ unknown: repeat, routes: own }, credential);
		const rows = (await hub.run('checkRoutes')).json('Node');
		expect(rows.find(({ asked }) => asked === 'POST /v1/precos')).toMatchObject({
			verdict: 'unclear',
		});
	},
);

test.each([
	['as it is', (path: string) => path],
	['encoded', encodeURIComponent],
	['with dots', (path: string) => path.split('/').join('.')],
	['in capitals', (path: string) => path.toUpperCase()],
	['by its last word', (path: string) => `'${path.split('/').at(-1)}'`],
])(
	'a hub that says the same of a missing order and of an unknown address, repeated %s: unclear, not missing',
	async (_how, repeat) => {
		const at = (path: string): Reply => ({
			status: 404,
			body: { error: `${repeat(path)} não existe`, requestId: Math.random().toString(36).slice(2) },
		});
		const routes = {
			...own,
			'GET /v1/orders/{}': (id: string) => at(`/v1/orders/${id}`),
			'PUT /v1/orders/{}/sent': () => at('/v1/orders/999999999999999999/sent'),
		};
		const hub = await strangeHub({ unknown: (_method, path) => at(path), routes });
		const rows = (await hub.run('checkRoutes')).json('Node');
		expect(rows.filter(({ what }) => what === 'Order Sent')).toMatchObject([
			{ verdict: 'unclear' },
			{ verdict: 'unclear' },
		]);
	},
);

const listOf =
	(field: string, rows: object[]): (() => Reply) =>
	() => ({ status: 200, body: { [field]: rows, info: { next: '', total: 9 } } });
const ordersOf = (...dates: string[]) => ({
	'GET /v1/orders': listOf(
		'pedidos',
		dates.map((dataEmissao, idPedido) => ({ idPedido, dataEmissao })),
	),
});
const oldest = 'Order List Begins with the Oldest';
const offset = 'Offset Counts Records';

test.each<[string, string, string, NonNullable<Strangeness['routes']>]>([
	['orders from old to new', oldest, 'yes', ordersOf('2026-01-01 10:00:00', '2026-01-02 09:00:00')],
	['orders from new to old', oldest, 'no', ordersOf('2026-01-02 10:00:00', '2026-01-01 11:00:00')],
	[
		'orders in no order',
		oldest,
		'unclear',
		ordersOf('2026-01-02 10:00:00', '2026-01-01 10:00:00', '2026-01-03 10:00:00'),
	],
	[
		'dates of two zones',
		oldest,
		'no',
		ordersOf('2026-01-02T10:00:00-03:00', '2026-01-02T12:00:00Z'),
	],
	['one date', oldest, 'unclear', ordersOf('2026-01-02 10:00:00', '2026-01-02 10:00:00')],
	['other dates', oldest, 'unclear', ordersOf('01/02/2026', '02/01/2026')],
	[
		'two products of one SKU',
		offset,
		'unclear',
		{ 'GET /v1/products': listOf('produtos', [{ skuProduto: 'A' }, { skuProduto: 'A' }]) },
	],
	[
		'pages that all begin with the same product',
		offset,
		'no',
		{ 'GET /v1/products': listOf('produtos', [{ skuProduto: 'A' }, { skuProduto: 'B' }]) },
	],
])('%s: %s is %s', async (_what, habit, verdict, routes) => {
	const hub = await strangeHub({ unknown: replies['404']!, routes: { ...own, ...routes } });
	const items = (await hub.run('checkRoutes')).json('Node');
	expect(items.find(({ what }) => what === habit)).toMatchObject({ verdict });
});

test('each row stands once in the summary: a route that may be there is not called missing', async () => {
	const unsure = (): Reply => ({ status: 500, body: { error: 'Erro' } });
	const routes = { ...own, 'PUT /v1/products/stock-batch': unsure };
	const hub = await strangeHub({ unknown: replies['404']!, routes });
	const [summary, ...rows] = (await hub.run('checkRoutes')).json('Node');
	expect(rows.filter(({ what }) => what === 'Stock Batch')).toMatchObject([
		{ verdict: 'unclear' },
		{ verdict: 'notThere' },
	]);
	expect(summary!.answer).toContain('Unclear: Stock Batch.');
	expect(summary!.answer).not.toContain('Not there');
});

test('at most two writing requests for each route that is asked, one after another', async () => {
	const hub = await strangeHub({ unknown: replies['404']! });
	const items = (await hub.run('checkRoutes')).json('Node');
	const asked = items.filter(
		({ asked: of, verdict }) => /^(POST|PUT) /.test(String(of)) && verdict !== 'notAsked',
	);
	const writes = hub.calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('auth'));
	expect(writes.length).toBeLessThanOrEqual(2 * asked.length);
	expect(writes.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test.each([
	['the other address', 'POST /v1/auth', 'works', 'POST /v1/auth'],
	['neither address', 'POST /v1/elsewhere', 'unclear', ''],
])('a token exchange at %s', async (_where, exchange, verdict, enter) => {
	const hub = await strangeHub({ unknown: replies['404']!, routes: own, exchange });
	expect((await hub.run('ping')).nodeError('Node')?.message).toContain('no token exchange');
	const items = (await hub.run('checkRoutes')).json('Node');
	const rows = items.filter(({ what }) => what === 'Token Exchange');
	expect(rows.at(-1)).toMatchObject({ asked: 'POST /v1/auth', verdict, enter });
	expect(hub.calls.filter(({ path }) => path === '/v1/auth')).toHaveLength(1);
	expect(String(items[0]?.answer).includes('Check the Base URL')).toBe(verdict === 'unclear');
	expect(hub.stored()).toMatchObject({ accessToken: '' });
});

test.each([
	['as usual', {}],
	['where the token test fails at first', { ping: 'GET /v1/elsewhere' }],
])('asks at most once in each second, %s', async (_what, more) => {
	const failing = (method: string, path: string): Reply =>
		path.endsWith('/ping') ? { status: 500, body: {} } : replies['404']!(method, path);
	const hub = await strangeHub({ unknown: failing, routes: own, pause: 60, ...more });
	await hub.run('checkRoutes');
	const times = hub.calls.filter(({ path }) => !path.endsWith('auth')).map(({ at }) => at);
	// a timer may be a moment early
	const pauses = times.slice(1).map((at, index) => at - times[index]!);
	expect(pauses.length).toBeGreaterThan(25);
	expect(pauses.filter((pause) => pause < 55)).toEqual([]);
});

test('sends each request exactly once, also where no usable answer comes', async () => {
	const { hub, n8n } = await setup({ timing: { checkPause: 0, minute: 60_000 } });
	hub.faults.add({ endpoint: 'stockBatch', kind: 'resetBefore' });
	hub.faults.add({ endpoint: 'priceBatch', kind: 'resetAfter' });
	hub.faults.add({ endpoint: 'orderSent', kind: 'status', status: 503 });
	hub.faults.add({ endpoint: 'channels', kind: 'status', status: 500 });
	const items = (await n8n.done(op('connection checkRoutes'))).json();
	for (const route of ['PUT /v1/products/stock-batch', 'PUT /v1/orders/{id}/sent'])
		expect(items).toContainEqual(expect.objectContaining({ asked: route, verdict: 'unclear' }));
	const keys = hub.log.map(({ method, rawUrl }) => `${method} ${rawUrl}`);
	expect(keys).toEqual([...new Set(keys)]);
});

test('a token test that a person has entered with a writing method has no control', async () => {
	const credential = {
		environment: 'production',
		appToken: 'own-app',
		customizeRoutes: true,
		routePing: 'POST /v1/elsewhere',
	};
	const hub = await strangeHub({ unknown: replies['404']!, routes: own }, credential);
	await hub.run('checkRoutes');
	const writes = hub.calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('auth'));
	expect(writes.map(({ path }) => path)).toEqual(['/v1/elsewhere']);
});
