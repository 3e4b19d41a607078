import { describe, expect, it } from 'vitest';
import { expectRefusal, useHub } from './client.mts';

interface Info {
	filtros: unknown;
	prev: string;
	self: string;
	next: string;
	offset: unknown;
	limit: unknown;
	exibindo: number;
	total: unknown;
}

const t = useHub({
	limits: false,
	seed: {
		orders: 23,
		queued: 12,
		products: 13,
		fiscalDocuments: 9,
		securityStocks: 15,
		customizedPrices: 15,
	},
});

const period = 'dataEmissaoInicial=2000-01-01T00:00:00Z&dataEmissaoFinal=2100-01-01T00:00:00-03:00';
const lists = [
	['/v1/orders', 'pedidos', 23, ''],
	['/v1/products', 'produtos', 13, ''],
	['/v1/erp/fiscal-documents', 'documentosFiscais', 9, `&${period}`],
	['/v1/erp/products/security-stock', 'produtosEstoqueSeguranca', 15, ''],
	['/v1/erp/products/customized-prices', 'produtosPrecoPersonalizado', 15, ''],
] as const;

function entries(json: unknown, key: string): unknown[] {
	const value = (json as Record<string, unknown>)[key];
	return Array.isArray(value) ? value : (Object.values(value as object).flat() as unknown[]);
}

describe.each(lists)('%s', (path, key, total, extra) => {
	it('needs offset and limit', async () => {
		expectRefusal(await t.client.get(`${path}?limit=10${extra}`), 400, /offset: obrigatório/);
		expectRefusal(await t.client.get(`${path}?offset=0${extra}`), 400, /limit: obrigatório/);
	});

	it.each([
		...['0', '101', '-1', 'x', '1.5', ''].map((value) => ['limit', 'offset=0', value]),
		...['-1', 'x', ''].map((value) => ['offset', 'limit=1', value]),
	])('refuses a wrong %s (%s): "%s"', async (name, other, value) => {
		const answer = await t.client.get(`${path}?${other}&${name}=${value}${extra}`);
		expectRefusal(answer, 400, name);
	});

	it('can be walked by info.next without gaps or repeats', async () => {
		const whole = await t.client.read<{ info: Info }>(`${path}?offset=0&limit=100${extra}`);
		expect(entries(whole, key)).toHaveLength(total);
		expect(whole.info).toMatchObject({ prev: '', next: '', exibindo: total, total });
		const seen: unknown[] = [];
		let next = `${t.hub.url}${path}?offset=0&limit=4${extra}`;
		for (let page = 0; next !== ''; page++) {
			const answer = await t.client.read<{ info: Info }>(next.slice(t.hub.url.length));
			const { info } = answer;
			const shown = entries(answer, key);
			seen.push(...shown);
			expect(info).toMatchObject({ offset: page * 4, limit: 4, exibindo: shown.length, total });
			expect(info.self).toContain(`offset=${page * 4}&limit=4`);
			expect(info.prev === '').toBe(page === 0);
			next = info.next;
		}
		expect(seen).toEqual(entries(whole, key));
	});

	it('answers an offset beyond the end with an empty page', async () => {
		const { json } = await t.client.get(`${path}?offset=1000&limit=4${extra}`);
		expect(entries(json, key)).toEqual([]);
		expect((json as { info: Info }).info).toMatchObject({ next: '', exibindo: 0, total });
	});
});

describe('the quirks', () => {
	const page = '/v1/orders?offset=1&limit=3&status=novo%7Cpago';
	type List = { pedidos: Record<string, unknown>[]; info: Info; campoNovo?: unknown };
	const read = async (path = page): Promise<List> => (await t.client.get(path)).json as List;

	it('tells applied filters, as an object or as a list', async () => {
		expect((await read()).info.filtros).toEqual({ status: 'novo|pago' });
		t.hub.quirks.filtersAsArray = true;
		expect((await read()).info.filtros).toEqual([{ status: 'novo|pago' }]);
		t.hub.quirks.filtersAsArray = false;
		expect((await read()).info.next).toContain('status=novo%7Cpago');
	});

	it('numbersAsStrings', async () => {
		t.hub.quirks.numbersAsStrings = true;
		const { info, pedidos } = await read();
		t.hub.quirks.numbersAsStrings = false;
		expect(info).toMatchObject({
			offset: '1',
			limit: '3',
			total: expect.stringMatching(/^\d+$/) as string,
		});
		expect(pedidos[0]).toMatchObject({ idPedido: expect.stringMatching(/^\d+$/) as string });
		expect((pedidos[0]?.valores as { total: unknown }).total).toEqual(expect.any(String));
	});

	it('withoutNext', async () => {
		t.hub.quirks.withoutNext = true;
		const { info } = await read();
		t.hub.quirks.withoutNext = false;
		expect(info).not.toHaveProperty('next');
		expect(info).toHaveProperty('prev');
	});

	it('stepInPages', async () => {
		const whole = await read('/v1/orders?offset=0&limit=100');
		t.hub.quirks.stepInPages = true;
		const { info, pedidos } = await read('/v1/orders?offset=2&limit=5');
		const last = await read('/v1/orders?offset=4&limit=5');
		t.hub.quirks.stepInPages = false;
		expect(pedidos).toEqual(whole.pedidos.slice(10, 15));
		expect(info.next).toContain('offset=3&limit=5');
		expect(info.prev).toContain('offset=1&limit=5');
		expect(last.info).toMatchObject({ next: '', exibindo: 3 });
	});

	it('extraFields', async () => {
		t.hub.quirks.extraFields = true;
		const list = await read();
		t.hub.quirks.extraFields = false;
		expect(list).toHaveProperty('campoNovo');
		expect(list.info).toHaveProperty('campoNovo');
		expect(list.pedidos[0]).toHaveProperty('campoNovo');
		expect(list.info.filtros).not.toHaveProperty('campoNovo');
	});

	it('strictStrings starts with numbersAsStrings', async () => {
		const { startHub } = await import('../../hub/index.mts');
		const hub = await startHub({ strictStrings: true });
		expect(hub.quirks.numbersAsStrings).toBe(true);
		await hub.stop();
	});
});
