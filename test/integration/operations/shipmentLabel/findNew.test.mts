import { expect, test } from 'vitest';
import { findNew, label, printed } from '../../../support/newLabels.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

const find = async (labels: object[], known: object[] = []) => await findNew(at, labels, known);

test('a label that the table lacks is printed, and its file comes along', async () => {
	const { news, items } = await find([label('1', 1, 'a'), label('2', 1, 'b')]);
	expect(news).toMatchObject([
		{ labelId: '1-1', step: 'printing', prints: 'yes', isAlone: false },
		{ labelId: '2-1', step: 'printing', prints: 'yes', isAlone: false },
	]);
	expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual(['0.zpl', '1.zpl']);
});

test('a label that the table has is left out, and a row without a number holds for the whole order', async () => {
	const known = [printed(label('1', 1, 'a')), { idPedido: '2', step: 'printed' }];
	const { news } = await find([label('1', 1, 'a'), label('2', 1, 'b'), label('2', 2, 'c')], known);
	expect(news).toEqual([]);
});

test('a second label of an order that is printed already is printed alone', async () => {
	const known = [printed(label('1', 1, 'a'))];
	const { news } = await find([label('1', 1, 'a'), label('1', 2, 'b')], known);
	expect(news).toMatchObject([{ labelId: '1-2', prints: 'yes', isAlone: true }]);
});

test('another content under the same number is told once and not printed', async () => {
	const row = printed(label('1', 1, 'a'));
	const { news } = await find([label('1', 1, 'b')], [row]);
	expect(news).toMatchObject([
		{ step: 'printed', renewed: 'b', tell: expect.stringContaining('another content') as string },
	]);
	expect(news[0]?.prints).toBe('');
	expect((await find([label('1', 1, 'b')], [{ ...row, renewed: 'b' }])).news).toEqual([]);
});

test('two orders with one label and one recipient get it once, also where the other is printed already', async () => {
	const { news } = await find([label('1', 1, 'a'), label('2', 1, 'a')]);
	expect(news.map(({ prints }) => prints)).toEqual(['yes', 'as its twin']);
	const later = await find([label('2', 1, 'a')], [printed(label('1', 1, 'a'))]);
	expect(later.news).toMatchObject([
		{ step: 'printed', run: '7', fileName: 'one.zpl', prints: '' },
	]);
});

test('one label for two recipients is not printed, and a person is told both orders', async () => {
	const { news } = await find([label('1', 1, 'a'), label('2', 1, 'a', { recipient: 'Bia' })]);
	expect(news.map(({ step }) => step)).toEqual(['doubtful', 'doubtful']);
	expect(news[0]?.tell).toContain('1-1: the label is the same for orders 1, 2');
});

test('IDs of a table that holds numbers are those of the labels', async () => {
	const known = [{ idPedido: 2, step: 'printed' }, printed({ ...label('1', 1, 'a'), idPedido: 1 })];
	expect((await find([label('1', 1, 'a'), label('2', 1, 'b')], known)).news).toEqual([]);
});

test('a row that kept all that came out does not print what a person is to look at', async () => {
	const row = { ...printed(label('1', 1, 'a')), prints: 'yes', isAlone: true };
	const { news } = await find([label('1', 1, 'b')], [row]);
	expect(news).toMatchObject([{ prints: '', isAlone: false, renewed: 'b' }]);
});
