import { describe, expect, test } from 'vitest';
import { go, op } from '../../support/items.mts';
import { findNew, label, printed } from '../../support/newLabels.mts';
import { setupEach } from '../../support/setup.mts';

/* Labels beside the rows of a table that knows some of them: Shipment Label: Find New. */

const at = setupEach();

const find = async (labels: object[], known: object[] = []) => await findNew(at, labels, known);

describe('rows as a data table of n8n gives them', () => {
	const created = new Date('2026-11-26T10:00:00Z');
	const ofTable = (given: object) => ({
		...{ id: 5, createdAt: created, updatedAt: created, renewed: null, note: 'by hand' },
		...given,
	});
	const findBeside = async (labels: object[], known: object[]) => {
		const parameters = { knownLabels: known as never };
		const items = labels.map((json) => ({ json })) as [];
		return (await at.n8n.run(op('shipmentLabel findNew', parameters), items)).json();
	};

	test('another content keeps the row, and brings nothing of the table itself along', async () => {
		const known = [ofTable(printed({ ...label('1', 1, 'a'), idPedido: 1, run: 7 }))];
		const [told] = await findBeside([label('1', 1, 'b')], known);
		expect(told).toMatchObject({
			...{ idPedido: '1', labelId: '1-1', digest: 'a', renewed: 'b', step: 'printed' },
			...{ recipient: 'Ana', run: '7', fileName: 'one.zpl', mimeType: 'application/zpl' },
		});
		for (const name of ['id', 'createdAt', 'updatedAt', 'note'])
			expect(told).not.toHaveProperty(name);
	});

	test('a row of a cancelled order, whose columns are null, holds for the whole order', async () => {
		const known = [ofTable({ idPedido: '1', labelId: null, digest: null, step: 'cancelled' })];
		expect(await findBeside([label('1', 1, 'a'), label('1', 2, 'b')], known)).toEqual([]);
	});

	test('an empty table, which gives one empty item, knows nothing', async () => {
		expect(await findBeside([label('1', 1, 'a')], [{}])).toMatchObject([{ prints: 'yes' }]);
	});

	test('a recipient that the table keeps as text is the one that the label gives as a number', async () => {
		const known = [ofTable(printed(label('1', 1, 'a', { recipient: '123' })))];
		const news = await findBeside([label('2', 1, 'a', { recipient: 123 })], known);
		expect(news).toMatchObject([{ step: 'printed', run: '7', tell: '' }]);
	});
});

test('a label that comes twice is printed once, and a renewed one is told once', async () => {
	const twice = [label('1', 1, 'a'), label('1', 1, 'a')];
	expect((await find(twice)).news).toMatchObject([{ labelId: '1-1', prints: 'yes' }]);
	const known = [printed(label('1', 1, 'b'))];
	expect((await find(twice, known)).news).toMatchObject([{ renewed: 'a' }]);
});

test('two labels of one order with the same content are both printed', async () => {
	const { news } = await find([label('1', 1, 'a'), label('1', 2, 'a')]);
	expect(news.map(({ prints }) => prints)).toEqual(['yes', 'yes']);
});

test.each<[string, unknown, unknown]>([
	['differ as objects', { nome: 'Ana' }, { nome: 'Bia' }],
	['are not given', '', null],
])(
	'one label of two orders whose recipients %s is not printed, and told',
	async (_how, one, other) => {
		const labels = [
			label('1', 1, 'a', { recipient: one }),
			label('2', 1, 'a', { recipient: other }),
		];
		expect((await find(labels)).news).toMatchObject([
			{ step: 'doubtful', prints: '', tell: expect.stringContaining('orders 1, 2') as string },
			{ step: 'doubtful', prints: '' },
		]);
	},
);

test('two labels of one order without a recipient are both printed', async () => {
	const volume = (number: number) => label('1', number, 'a', { recipient: '' });
	const { news } = await find([volume(1), volume(2)]);
	expect(news.map(({ prints }) => prints)).toEqual(['yes', 'yes']);
});

test('a column step of the item is not taken for that of the table', async () => {
	const { news } = await find([
		label('1', 1, 'a', { step: 'to pack' }),
		label('2', 1, 'a', { step: 'to pack' }),
	]);
	expect(news.map(({ step, prints }) => [step, prints])).toEqual([
		['printing', 'yes'],
		['printing', 'as its twin'],
	]);
});

test('an order without a label is left out, and what is no label is refused by itself', async () => {
	const combined = { fileName: 'etiquetas.zpl', labels: [label('1', 1, 'a')] };
	const items = [{ status: 'notAvailable', idPedido: '3' }, combined, label('2', 1, 'b')];
	const result = await at.n8n.run(
		op('shipmentLabel findNew', { knownLabels: '[]' }),
		items as [],
		go,
	);
	expect(result.json()).toMatchObject([
		{ error: expect.stringContaining('`labelId`') as string },
		{ labelId: '2-1', prints: 'yes' },
	]);
});
