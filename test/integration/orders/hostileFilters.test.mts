import range from 'lodash/range.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { mapped, op, requests } from '../../support/items.mts';
import { addOrders, afterRead, issuedAt } from '../../support/orderHistory.mts';
import { setupEach } from '../../support/setup.mts';

/* Filters and rows as people write them, in odd ways. */

const at = setupEach({ seed: { products: 0 } });

const numbers = ['0012', '12', 'AB-1', 'ab-1', '12', 'X;Y'];
/** Six orders with these numbers, the fifth in another channel. */
function orders() {
	const [one, two] = [...at.hub.state.channels.values()];
	return addOrders(at.hub, range(6), (index) => {
		const { nome, hash } = index === 4 ? two! : one!;
		const canal = { canal: nome, canalIntegracao: nome, hashCanal: hash };
		return { idPedidoCanal: numbers[index]!, referenciaPedidoCanal: '', canal };
	});
}
const find = async (filters: INodeParameters) => {
	const made = orders();
	const result = await at.n8n.run(op('order getMany', { returnAll: true, filters }));
	const ids = result.json().map(({ idPedido }) => idPedido);
	const places = made.flatMap(({ idPedido }, index) => (ids.includes(idPedido) ? [index] : []));
	return { places, message: result.nodeError?.message ?? '' };
};

test.each<[string, INodeParameters, number[]]>([
	['a number with zeros finds it without, too', { marketplaceOrderId: '0012' }, [0, 1, 4]],
	['a number in another case', { marketplaceOrderId: 'aB-1' }, [2, 3]],
	['several with blanks and an empty one', { marketplaceOrderId: ' 12 ,, AB-1 ' }, [0, 1, 2, 3, 4]],
	['a semicolon belongs to a number', { marketplaceOrderId: 'X;Y' }, [5]],
	['a number nobody has', { marketplaceOrderId: '99' }, []],
	['a channel that is not known', { canal: ['Nobody'] }, []],
	['a status that is not known', { otherStatus: 'xyz' }, []],
	['a status that is a number', { otherStatus: '12' }, []],
	['a status as a number from an expression', { otherStatus: '={{ 12 }}' }, []],
	['all in capitals with every separator', { otherStatus: 'NOVO;|\n,PAGO' }, [0, 1, 2, 3, 4, 5]],
	['a period of one moment', { issuedAfter: issuedAt(3), issuedBefore: issuedAt(3) }, [3]],
	['a period in the future', { issuedAfter: '2999-01-01' }, []],
])('Get Many: %s', async (_name, filters, places) => {
	expect(await find(filters)).toEqual({ places, message: '' });
});

test.each([
	['the end as a day before', { issuedAfter: issuedAt(0), issuedBefore: '2026-02-27' }],
	['a minute apart', { issuedAfter: issuedAt(5), issuedBefore: issuedAt(4) }],
	[
		'by the offset alone',
		{ issuedAfter: '2026-03-01T10:00:00-03:00', issuedBefore: '2026-03-01T12:00:00Z' },
	],
])('Get Many refuses an inverted period: %s', async (_name, filters) => {
	expect((await find(filters)).message).toContain('The period ends before it begins');
	expect(requests(at.hub, 'orderList')).toEqual([]);
});

test('the channel tells two orders with the same number apart', async () => {
	const [, two] = [...at.hub.state.channels.values()];
	for (const canal of [two!.nome, two!.nome.toUpperCase(), two!.hash, `={{ ${two!.id} }}`]) {
		expect(await find({ marketplaceOrderId: '12', canal: [canal] })).toMatchObject({ places: [4] });
		at.hub.state.orders.clear();
	}
});

test('Reconcile: orders that come and go during the read make no other order absent', async () => {
	const made = addOrders(at.hub, range(450));
	const [gone, kept] = [made[3]!, made.filter(({ idPedido }) => idPedido !== made[3]!.idPedido)];
	afterRead(at.hub, 2, () => void at.hub.state.orders.delete(gone.idPedido));
	afterRead(at.hub, 3, () => void addOrders(at.hub, [1, 900]));
	const result = await at.n8n.done(
		op('order reconcile', {
			...mapped,
			...{ period: 'issuedAfter', issuedAfter: issuedAt(0), results: ['onlyInInput', 'same'] },
		}),
		kept.map(({ idPedidoCanal }): IDataObject => ({ idPedidoCanal })),
	);
	expect(result.json().filter((json) => json.result !== 'same')).toEqual([]);
	expect(result.json().length).toBeGreaterThanOrEqual(kept.length);
});
