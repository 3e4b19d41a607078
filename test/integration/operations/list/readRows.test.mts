import { expect, test } from 'vitest';
import { itemOf, shown } from '../../../support/items.mts';
import { readList, type ReadField } from '../../../support/readRows.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { channels: 3 } });

test('what a row says comes out as numbers, dates, texts and flags, beside its other columns', async () => {
	const row = {
		Produto: 1001,
		Preço: 'R$ 1.199,90',
		Saldo: '1.500',
		Início: '26/11/2026 10:00',
		fim: '2026-11-30',
		ativo: 'sim',
		tags: '"Casa, Mesa e Banho";Cozinha',
		obs: ' como está ',
	};
	const { read, items } = await readList(
		at.n8n,
		[row],
		[
			['produto', 'sku', { outputField: 'sku' }],
			['preco', 'price', { outputField: 'precoPor' }],
			['saldo', 'pieces'],
			['inicio', 'dateTime'],
			['fim', 'dateTimeEnd'],
			['ativo', 'yesNo'],
			['tags', 'list'],
		],
	);
	expect(read).toEqual([
		{
			sku: '1001',
			precoPor: 1199.9,
			saldo: 1500,
			inicio: '2026-11-26T10:00:00.000-03:00',
			fim: '2026-11-30T23:59:59.999-03:00',
			ativo: true,
			tags: ['Casa, Mesa e Banho', 'Cozinha'],
			obs: ' como está ',
		},
	]);
	expect(items.map(itemOf)).toEqual([0]);
	expect(at.hub.log).toEqual([]);
});

test('a list with a `row` and a `column` of its own keeps what they say in rows that nobody can read', async () => {
	const row = { row: 'A-17', column: 'C', preco: 'abc' };
	const { unread } = await readList(at.n8n, [row], [['preco', 'price']]);
	expect(unread).toMatchObject([{ ...row, error: expect.stringContaining('Row 1: `preco` ') }]);
});

test('what nobody can read leaves by the error output with its row and its column', async () => {
	const rows = [
		{ fim: '26/11/26', preco: 'abc' },
		{ fim: '26/11/2026', preco: '9,90' },
		{ preco: 1 },
	];
	const fields: ReadField[] = [
		['fim', 'dateTimeEnd'],
		['preco', 'price'],
	];
	const { read, unread } = await readList(at.n8n, rows, fields);
	expect(read).toMatchObject([{ preco: 9.9 }]);
	expect(unread).toMatchObject([
		{
			row: 1,
			column: 'fim, preco',
			error:
				'Row 1: `fim` must be a day, with a time or without, such as 26/11/2026 23:59 or 2026-11-26, got "26/11/26"; `preco` must be a price such as 39,90, got "abc"',
			fim: '26/11/26',
		},
		{ row: 3, column: 'fim', error: 'Row 3: `fim` is missing', preco: 1 },
	]);
	const stopped = await readList(at.n8n, rows, fields, { node: { onError: 'stopWorkflow' } });
	expect(shown(stopped.error)).toMatch(/1 of 3 succeeded.*Row 1: `fim`/);
});

test('a column that need not be given is null where its cell is blank, a date also where it is zeros', async () => {
	const rows = [
		{ fim: ' ', preco: null },
		{ fim: '0000-00-00 00:00:00' },
		{ fim: '00/00/0000', preco: '' },
	];
	const { read, unread } = await readList(at.n8n, rows, [
		['fim', 'dateTime', { required: false }],
		['preco', 'price', { required: false }],
	]);
	expect(read).toEqual(rows.map(() => ({ fim: null, preco: null })));
	expect(unread).toEqual([]);
});

test('a channel comes out as its ID, and only a name costs a request', async () => {
	const [first] = [...at.hub.state.channels.values()];
	const fields: ReadField[] = [['canal', 'channel']];
	expect((await readList(at.n8n, [{ canal: ' 11 ' }, { canal: 12 }], fields)).read).toEqual([
		{ canal: 11 },
		{ canal: 12 },
	]);
	expect(at.hub.log).toEqual([]);
	const rows = [{ canal: first!.nome.toUpperCase() }, { canal: 'Nenhum' }, { canal: '' }];
	const { read, unread } = await readList(at.n8n, rows, fields);
	expect(read).toEqual([{ canal: first!.id }]);
	expect(unread).toMatchObject([
		{ error: expect.stringContaining('`canal` must be the ID of a channel') },
		{ error: 'Row 3: `canal` is missing' },
	]);
	expect(at.hub.log.filter(({ endpoint }) => endpoint === 'channels')).toHaveLength(1);
});

test('a status says whether the order is cancelled, or returned', async () => {
	const rows = ['Cancelado', 'devolvido', 'pago', 'Reembolsado'].map((status) => ({ status }));
	const { read } = await readList(at.n8n, rows, [['status', 'status']]);
	expect(read).toEqual([
		{ status: 'Cancelado', isCancelled: true, isReturned: false },
		{ status: 'devolvido', isCancelled: false, isReturned: true },
		{ status: 'pago', isCancelled: false, isReturned: false },
		{ status: 'Reembolsado', isCancelled: false, isReturned: true },
	]);
});

test('a list whose columns do not fit says so once, with the columns that it has', async () => {
	const rows = [{ Código: '1' }, { Código: '2' }];
	const { error } = await readList(at.n8n, rows, [['sku', 'sku']], {
		node: { onError: 'stopWorkflow' },
	});
	expect(shown(error)).toContain('No row has a column `sku`: the columns are `Código`');
});

test('without a field, or with two of one name, the run says what to do', async () => {
	const stop = { node: { onError: 'stopWorkflow' as const } };
	const none = await readList(at.n8n, [{ a: 1 }], [], stop);
	expect(shown(none.error)).toContain('Fields (`fields`) names no column');
	const twice = await readList(
		at.n8n,
		[{ a: 1, b: 1 }],
		[
			['a', 'text', { outputField: 'x' }],
			['b', 'text', { outputField: 'x' }],
		],
		stop,
	);
	expect(shown(twice.error)).toContain('give `x`');
});
