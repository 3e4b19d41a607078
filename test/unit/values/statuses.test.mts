import { expect, test } from 'vitest';
import { isCancelled, isReturned } from '../../../nodes/MarketplaceHub/api/values/statuses.ts';

const statusWords = (status: unknown) => ({
	isCancelled: isCancelled(status),
	isReturned: isReturned(status),
});

test.each([
	'cancelado',
	'Cancelada',
	' CANCELED ',
	'cancelled',
	'cancelado pelo comprador',
	'pedido_cancelado',
	'Não pago, cancelado',
])('%j is cancelled, and not returned', (status) => {
	expect(statusWords(status)).toEqual({ isCancelled: true, isReturned: false });
});

test.each([
	'devolvido',
	'Devolução',
	'reembolsado',
	'estornada',
	'refunded',
	'RETURNED',
	'chargeback',
	'Não entregue - devolvido ao remetente',
	'not delivered, returned',
])('%j is returned, and not cancelled', (status) => {
	expect(statusWords(status)).toEqual({ isCancelled: false, isReturned: true });
});

test.each([
	// a denial may stand anywhere before its word
	...[
		'Pedido não cancelado',
		'pedido não foi cancelado',
		'ainda não devolvido',
		'not yet refunded',
	],
	...['novo', 'pago', 'entregue', '', null, undefined, 7, 'não cancelado', 'em separação'],
	// the rest of such an order is still sold
	...['parcialmente reembolsado', 'Reembolso parcial', 'DEVOLVIDO PARCIALMENTE'],
	...['partially_refunded', 'cancelado em parte'],
])('%j is neither', (status) => {
	expect(statusWords(status)).toEqual({ isCancelled: false, isReturned: false });
});
