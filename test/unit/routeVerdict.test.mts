import { describe, expect, test } from 'vitest';
import { comparableWords, namesField } from '../../nodes/MarketplaceHub/api/routeCheck/answers.ts';
import {
	type CheckedAnswer,
	verdictOf,
} from '../../nodes/MarketplaceHub/api/routeCheck/verdict.ts';

const names = (text: string, word = '', madeUpWord = '') =>
	namesField(text, { word, madeUpWord, identifiers: [], field: 'precos' });
const said = (status?: number, words = '', isPage = false): CheckedAnswer => ({
	...{ status, words, isPage },
	namesField: names(words),
});
const noRoute = said(404, 'no endpoint');
const noOrder = said(404, 'no order');
const page = said(404, '<html>', true);

test.each<[string, CheckedAnswer, CheckedAnswer | undefined, CheckedAnswer | undefined, string]>([
	['a refused body beside no route', said(400, 'bad'), noRoute, undefined, 'works'],
	['422 beside 405', said(422, 'bad'), said(405), undefined, 'works'],
	['a refused body beside a page', said(400, 'bad'), page, undefined, 'works'],
	['a refused body beside none', said(400, 'bad'), undefined, undefined, 'unclear'],
	['a refused body beside a lost answer', said(400, 'bad'), said(), undefined, 'unclear'],
	['two equal 400', said(400, 'bad'), said(400, 'bad'), undefined, 'unclear'],
	[
		'two 400, one names its field',
		said(400, 'precos: required'),
		said(400, 'bad'),
		undefined,
		'works',
	],
	['two 400, both name it', said(400, 'precos!'), said(400, 'what precos'), undefined, 'unclear'],
	['a longer word', said(400, 'subprecos'), said(400, 'bad'), undefined, 'unclear'],
	['422 that names it beside 422', said(422, 'precos'), said(422, 'bad'), undefined, 'works'],
	[
		'404 that names it, as a hint at another route does',
		said(404, 'precos?'),
		noRoute,
		undefined,
		'unclear',
	],
	['405 that names it', said(405, 'precos?'), said(405), undefined, 'notThere'],
	[
		'a field that is named beside a control that is taken',
		said(400, 'precos'),
		said(201),
		undefined,
		'unclear',
	],
	['500 that names it', said(500, 'precos'), said(500, 'bad'), undefined, 'unclear'],
	['the words of the record', noOrder, noRoute, noOrder, 'works'],
	['the words of the record beside 405', noOrder, said(405), noOrder, 'works'],
	['the same words for all', noRoute, noRoute, noRoute, 'unclear'],
	['the words of the record, all 404 the same', noOrder, noOrder, noOrder, 'unclear'],
	['other words than both', said(404, 'other'), noRoute, noOrder, 'unclear'],
	['405', said(405), undefined, undefined, 'notThere'],
	['the 404 of no route', noRoute, noRoute, undefined, 'notThere'],
	['the 404 of no route, not of the record', noRoute, noRoute, noOrder, 'notThere'],
	['another 404 than that of no route', said(404, 'x'), noRoute, undefined, 'unclear'],
	['404 beside none', noRoute, undefined, undefined, 'unclear'],
	['404 beside 400', noRoute, said(400, 'bad'), undefined, 'unclear'],
	['a page', page, page, undefined, 'unclear'],
	['a page of 405', said(405, '<html>', true), undefined, undefined, 'unclear'],
	['a page of 400 beside no route', said(400, '<html>', true), noRoute, undefined, 'unclear'],
	['a redirect', said(301), noRoute, undefined, 'unclear'],
	['500', said(500), noRoute, undefined, 'unclear'],
	['a success', said(200), noRoute, undefined, 'unclear'],
	['401', said(401), said(401), undefined, 'unclear'],
	['403 that names it', said(403, 'precos'), noRoute, undefined, 'unclear'],
	['429 that names it', said(429, 'precos'), noRoute, undefined, 'unclear'],
	['no answer', said(), noRoute, undefined, 'unclear'],
])('%s', (_what, probe, control, read, verdict) => {
	expect(verdictOf({ probe, control, read })).toBe(verdict);
});

describe('words that are compared', () => {
	const same = (one: string, other: string) =>
		comparableWords(one, ['madeup-word', 'paid']) ===
		comparableWords(other, ['madeup-word', 'paid']);

	test.each([
		['addresses', 'Cannot PUT /v1/orders/1/paid', 'Cannot PUT /v1/orders/1/madeup-word'],
		['whole addresses', 'at https://a.example/v1/x', 'at https://a.example/v1/y'],
		[
			'times',
			'{"t":"2026-11-28T10:00:00.123Z","e":"x"}',
			'{"t":"2026-11-28T10:00:01.999Z","e":"x"}',
		],
		['request IDs', '{"id":"9b2e-44aa-10cc","e":"x"}', '{"id":"7c1f-55bb-20dd","e":"x"}'],
		['made-up words', 'no paid here', 'no MADEUP-WORD here'],
		['methods and blanks', 'cannot GET  it', 'cannot PUT it'],
		['encoded addresses', 'no %2Fv1%2Forders%2F77', 'no %2Fv1%2Forders%2F77%2Fmadeup-word'],
		['dotted addresses', 'no .v1.orders.77 here', 'no .v1.orders.77.paid here'],
		['repeated numbers', 'Pedido 77 inexistente', 'Pedido inexistente.'],
		['IDs of letters', '{"requestId":"qwertz","e":"x"}', '{"requestId":"asdfgh","e":"x"}'],
		['IDs of letters in words', 'x (request id: qwertz)', 'x (request id: asdfgh)'],
	])('%s do not count', (_what, one, other) => expect(same(one, other)).toBe(true));

	test.each([
		['Pedido não encontrado', 'Endpoint não encontrado'],
		['Pedido não encontrado', 'Não encontrado'],
		['{"error":"x","details":["a"]}', '{"error":"x"}'],
	])('all else counts: %s, %s', (one, other) => expect(same(one, other)).toBe(false));
});

describe('a field counts as named', () => {
	test.each([
		['precos é obrigatório', 'precos', 'kbbiff', true],
		['{"precos":["obrigatório"]}', 'lote', 'kbbi', true],
		['"kbbiff" não existe', 'precos', 'kbbiff', true],
		['kbbiff não existe', 'precos-lote', 'kbbiff-abcd', true],
		['Cannot POST /v1/precos', 'precos', 'kbbiff', false],
		['kbbiff não existe', 'lote', 'kbbiff', false],
		['os subprecos', 'lote', 'kbbi', false],
	])('%s, where %s is %s: %s', (text, word, madeUp, isNamed) =>
		expect(names(text, word, madeUp)).toBe(isNamed),
	);
});
