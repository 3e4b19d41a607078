import { describe, expect, it } from 'vitest';
import { useHub } from './client.mts';

interface Info {
	filtros: unknown;
	prev: string;
	next: string;
}

const t = useHub({ limits: false, seed: { orders: 23 } });

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
