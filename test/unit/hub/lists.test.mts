import { expect, it } from 'vitest';
import type { Quirks } from '../../hub/index.mts';
import { useHub } from './client.mts';

interface Info {
	filtros: unknown;
	prev: string;
	next: string;
}

const t = useHub({ limits: false, seed: { orders: 23 } });

const page = '/v1/orders?offset=1&limit=3&status=novo%7Cpago';
type List = { pedidos: Record<string, unknown>[]; info: Info; campoNovo?: unknown };

/** A page of the list by a hub with these quirks. */
async function read(quirks: Partial<Quirks> = {}): Promise<List> {
	const before = { ...t.hub.quirks };
	Object.assign(t.hub.quirks, quirks);
	const { json } = await t.client.get(page);
	Object.assign(t.hub.quirks, before);
	return json as List;
}

it('shows the applied filters, as an object or as a list', async () => {
	const { info } = await read();
	expect(info.filtros).toEqual({ status: 'novo|pago' });
	expect(info.next).toContain('status=novo%7Cpago');
	expect((await read({ filtersAsArray: true })).info.filtros).toEqual([{ status: 'novo|pago' }]);
});

it('writes numbers as text with numbersAsStrings', async () => {
	const { info, pedidos } = await read({ numbersAsStrings: true });
	const digits = expect.stringMatching(/^\d+$/) as string;
	expect(info).toMatchObject({ offset: '1', limit: '3', total: digits });
	expect(pedidos[0]).toMatchObject({ idPedido: digits, valores: { total: expect.any(String) } });
});

it('leaves out `next` with withoutNext', async () => {
	const { info } = await read({ withoutNext: true });
	expect(info).not.toHaveProperty('next');
	expect(info).toHaveProperty('prev');
});
