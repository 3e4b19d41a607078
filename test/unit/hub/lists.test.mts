import { expect, it } from 'vitest';
import { useHub } from './client.mts';

interface Info {
	filtros: unknown;
	prev: string;
	next: string;
}

const t = useHub({ limits: false, seed: { orders: 23 } });

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
