import { describe, expect, test } from 'vitest';
import { readNumericId } from '../../../nodes/MarketplaceHub/api/values/addressIds.ts';
import { refusalOf } from '../../support/refusal.mts';

const longest = '9'.repeat(18);

describe('an ID in an address', () => {
	test.each<['idPedido' | 'batchId' | 'idCanalIntegracao', string | number, string]>([
		['idPedido', 1001, '1001'],
		['idPedido', ' 1001\n', '1001'],
		['idPedido', '0', '0'],
		['batchId', longest, longest],
		['batchId', 0, '0'],
		['idCanalIntegracao', '7', '7'],
		['idCanalIntegracao', '10', '10'],
	])('%s %j is sent as %s', (name, value, expected) => {
		expect(readNumericId(name, value)).toBe(expected);
	});

	test.each<['idPedido' | 'batchId' | 'idCanalIntegracao', string | number]>([
		['idPedido', 'queue'],
		['idPedido', '../batches/1'],
		['idPedido', ''],
		['idPedido', -1],
		['batchId', '1 2'],
		['batchId', `${longest}9`],
		['idCanalIntegracao', 0],
		['idCanalIntegracao', '00'],
		['idCanalIntegracao', 'Loja'],
	])('%s %j is refused', (name, value) => {
		expect(refusalOf(() => readNumericId(name, value)).kind).toBe('invalid');
	});

	test.each([
		[
			'idPedido',
			"Order (`idPedido`) must be a number of 1 to 18 digits, got 'queue'",
			"not the marketplace's",
		],
		[
			'batchId',
			"Batch ID (`batchId`) must be a number of 1 to 18 digits, got 'queue'",
			'when it was created',
		],
		[
			'idCanalIntegracao',
			"Channel (`idCanalIntegracao`) must be the ID of a channel (Channel > Get Many shows all with their IDs), got 'queue'",
			'not its name',
		],
	] as const)('the refusal of %s says where to find the ID', (name, message, advice) => {
		const refusal = refusalOf(() => readNumericId(name, ' queue '));
		expect(refusal.message).toBe(message);
		expect(refusal.description).toContain(advice);
	});
});
