import { DateTime } from 'luxon';
import map from 'lodash/map.js';
import { expect } from 'vitest';
import { hintsOf, mapped, op } from '../../support/items.mts';
import { test } from '../../support/setup.mts';

/* Hubs that write dates of orders with the day first. */

const zone = 'America/Sao_Paulo';
const ago = (days: number) =>
	DateTime.now().setZone(zone).minus({ days }).toFormat('yyyy-MM-dd HH:mm:ss');

test('a date with the day in front is of its period, and comes in a form that sorts', async ({
	hub,
	n8n,
}) => {
	hub.quirks.daysFirst = true;
	const dates = [40, 6, 1].map(ago);
	const orders = dates.map((dataEmissao) =>
		hub.createOrder({ dataEmissao, dataIntegracao: dataEmissao }),
	);
	const issuedAfter = DateTime.now().minus({ days: 10 }).toISO();
	const many = await n8n.done(op('order getMany', { returnAll: true, filters: { issuedAfter } }), [
		{},
	]);
	const issued = map(many.json(), 'dataEmissao');
	expect([...issued].sort()).toEqual(dates.slice(1));

	const input = [{ idPedido: orders[1]!.idPedido, status: orders[1]!.status }];
	const compared = await n8n.done(
		op('order reconcile', { ...mapped, period: 'issuedAfter', issuedAfter, results: ['missing'] }),
		input,
	);
	expect(map(compared.json(), 'idPedido')).toEqual([orders[2]!.idPedido]);
	expect(hintsOf(compared).join()).not.toContain('is no date');

	const queue = await n8n.done(op('orderQueue getStatus'));
	expect(queue.json()[0]).toMatchObject({
		...{ oldestIdPedido: orders[0]!.idPedido, oldestIntegration: dates[0] },
	});
});
