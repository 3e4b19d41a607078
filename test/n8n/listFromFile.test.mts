import range from 'lodash/range.js';
import { afterEach, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import {
	type Answer,
	formUrl,
	loginCredential,
	postForm,
	sendFilledForm,
	sendForm,
} from '../support/agency.mts';
import { waitFor } from '../server/wait.mts';
import { workbook } from '../support/spreadsheet.mts';
import { addSimple, heldBy, stockIn, writes } from '../support/sync.mts';
import { userAgent } from '../support/userAgent.mts';
import { useN8n } from './session.mts';

/** A seller gives his file to a form, looks at what would change, and sends it. */
const { hub, n8n, credential } = await useN8n({ seed: { products: 0 } });
const login = await loginCredential(n8n);
const skus = addSimple(hub, 30);
addSimple(hub, 1, 'Q<b>&{{ 6 * 7 }}');
const hostile = 'Q<b>&{{ 6 * 7 }}0';

async function publish(adapt: (parameters: object, name: string) => object = (own) => own) {
	const workflow = await importExample(n8n, 'list-from-file', credential, {
		login,
		adapt: (node) => ({ ...node, parameters: adapt(node.parameters, node.name) as never }),
	});
	await n8n.publish(workflow);
	return workflow;
}
const workflow = await publish();
/** n8n looks once a minute for runs whose time is over: it waits beside the other tests. */
const impatient = await publish((own, name) =>
	name === 'Decide' ? { ...own, resumeAmount: 0.02, resumeUnit: 'minutes' } : own,
);

afterEach(() => {
	for (const sku of skus) heldBy(hub, sku)!.estoque = 5;
	hub.clearLog();
});

/** As Excel in Portuguese saves it. */
const csv = (...lines: string[]) =>
	new File([Buffer.from(lines.join('\r\n'), 'latin1')], 'lista.csv', {
		type: 'application/vnd.ms-excel',
	});
/** @param changed of thirty rows */
const stock = (changed: number) =>
	csv('Código;Saldo', ...skus.map((sku, row) => `${sku};${row < changed ? 8 : 5}`));
const give = async (...answers: Answer[]) => await sendForm(n8n, workflow, ...answers);

const timedOut = await sendForm(n8n, impatient, 'Stock', stock(3), 'No');

test('a list is shown, and sent once the person says so', async () => {
	const page = await give('Stock', stock(3), 'No');
	expect(page.text).toContain('30 rows, 3 would change, 0 held or left out, 27 as in the hub');
	expect(page.text).toContain('estoque: 5 → 8');
	expect(page.text).toContain('<td>Código</td>');
	expect(writes(hub)).toEqual([]);
	const done = await page.answer('Send');
	expect(done.text).toContain('3 changed');
	expect(stockIn(hub, ['P0', 'P2', 'P3'])).toEqual({ P0: 8, P2: 8, P3: 5 });
});

test.each(['Leave it', 'send', ''])('the answer %j sends nothing', async (answer) => {
	const page = await give('Stock', stock(3), 'No');
	expect((await page.answer(answer)).text).toContain('Nothing was sent');
	expect(writes(hub)).toEqual([]);
});

test('without the login nobody sees the form, and nothing is read', async () => {
	const before = (await n8n.executions(workflow)).length;
	const headers = { 'user-agent': userAgent };
	expect((await fetch(formUrl(n8n, workflow), { headers })).status).toBe(401);
	for (const authorization of ['', `Basic ${btoa('agency:wrong')}`]) {
		const headers = { authorization };
		const response = await postForm(n8n, workflow, ['Stock', stock(3), 'No'], { headers });
		expect(response.status).toBe(401);
	}
	expect(await n8n.executions(workflow)).toHaveLength(before);
	expect(hub.log).toEqual([]);
});

test('an answer without the token of the page sends nothing, nor does a look at the page', async () => {
	const page = await give('Stock', stock(3), 'No');
	const headers = { 'user-agent': userAgent };
	const body = () => {
		const data = new FormData();
		data.append('field-0', 'Send');
		return data;
	};
	for (const url of [page.url.split('?')[0]!, `${page.url.split('?')[0]}?signature=abc`]) {
		const response = await fetch(url, { method: 'POST', body: body(), headers });
		expect(response.status).toBe(401);
	}
	const link = `${page.url}&What+now%3F=Send`;
	expect((await fetch(link, { headers })).status).toBe(200);
	expect((await n8n.execution(page.executionId)).status).toBe('waiting');
	expect(writes(hub)).toEqual([]);
	await page.answer('Leave it');
});

test('an address that fills the form in ends with a page that says so', async () => {
	const query = { 'What does the list hold?': 'Stock' };
	const page = await sendFilledForm(n8n, workflow, ['Stock', stock(3), 'No'], query);
	expect(page.text).toContain('Open the form at its own address');
	expect(hub.log).toEqual([]);
});

test('what has changed in the hub since it was shown is held, all else is sent', async () => {
	const page = await give('Stock', stock(3), 'No');
	heldBy(hub, 'P1')!.estoque = 4;
	heldBy(hub, 'P9')!.estoque = 1;
	const done = await page.answer('Send');
	expect(done.text).toContain('2 changed, 2 not sent or of unknown outcome, 26 as in the hub');
	expect(done.text).toContain('Held, not sent: the dry run showed other values');
	expect(stockIn(hub, ['P0', 'P1', 'P2', 'P9'])).toEqual({ P0: 8, P1: 4, P2: 8, P9: 1 });
});

test('of a whole list, what it leaves out goes to zero, except what the page did not show', async () => {
	const list = csv('SKU;Estoque', ...[...skus.slice(0, 29), hostile].map((sku) => `${sku};5`));
	const page = await give('Stock', list, 'Yes');
	expect(page.text).toContain('estoque: 5 → 0');
	addSimple(hub, 1, 'NEW');
	await page.answer('Send');
	expect(stockIn(hub, ['P28', 'P29', 'NEW0'])).toEqual({ P28: 5, P29: 0, NEW0: 5 });
	hub.state.products.delete('NEW0');
});

test('a list that a guard holds is not sent: the page names the guard and says what to do', async () => {
	const { text } = await give('Stock', stock(30), 'No');
	expect(text).toContain('30 of 30');
	expect(text).toContain('Entries That Change (%) is 50');
	expect(text).toContain('usual the first time');
	expect(text).not.toContain('<select');
	expect(writes(hub)).toEqual([]);
});

test('text of the file and of the hub is no HTML and no expression', async () => {
	const page = await give(
		'Stock',
		csv('SKU;Estoque', `${hostile};8`, '"<img src=x>{{ 6 * 7 }}";1'),
		'No',
	);
	expect(page.text).toContain('Q&lt;b&gt;&amp;{{ 6 * 7 }}0');
	expect(page.text).toContain('&lt;img src=x&gt;{{ 6 * 7 }}');
	const done = await page.answer('Send');
	expect(done.text).toContain('Q&lt;b&gt;&amp;{{ 6 * 7 }}0');
});

test('prices and products are sent likewise, from workbooks', async () => {
	const prices = workbook(
		'xlsx',
		[
			['Tabela', null, null],
			['Referência', 'Preço de', 'Preço promocional'],
			['P0', '99,90', 69.9],
		],
		[['Código'], ['another sheet']],
	);
	const page = await give('Prices', new File([prices], 'preços.XLSX'), 'No');
	expect(page.text).toContain('precoPor: 79,90 → 69,90');
	expect((await page.answer('Send')).text).toContain('1 changed');
	expect(heldBy(hub, 'P0')!.precoPor).toBe(69.9);
	const products = workbook('ods', [
		['Código', 'Nome do produto', 'Obs'],
		['P1', 'Caneca', 'x'],
	]);
	const next = await give('Products', new File([products], 'produtos.ods'), 'No');
	expect(next.text).toContain('Columns that are left out: Obs');
	expect((await next.answer('Send')).text).toContain('1 changed');
	expect(hub.state.products.get('P1')!.nome).toBe('Caneca');
});

test.each([
	['an empty file', new File([], 'lista.csv'), 'is empty'],
	['an empty workbook', new File([workbook('xlsx', [])], 'lista.xlsx'), 'The list is empty'],
	['no heading', csv('P0;8', 'P1;8'), 'no heading'],
	['a PDF', new File(['%PDF-1.4 x'], 'lista.pdf'), 'lista.pdf is no list'],
	['a PDF by another name', new File(['%PDF-1.4 x'], 'lista.xlsx'), 'lista.xlsx'],
	['a wrong column', csv('Código;valor total', 'P0;8'), 'No column is taken for'],
	['too many rows', csv('SKU;Estoque', ...range(50_001).map((row) => `A${row};1`)), '50000 rows'],
])('%s ends with a page that says so', async (_kind, file, said) => {
	const { text } = await give('Stock', file, 'No');
	expect(text).toContain('Nothing was sent');
	expect(text).toContain(said);
	expect(writes(hub)).toEqual([]);
});

test('`Preço` alone is named, not guessed', async () => {
	const { text } = await give('Prices', csv('Código;Preço', 'P0;49,90'), 'No');
	expect(text).toContain('may be List Price (BRL)');
	expect(hub.log).toEqual([]);
});

test('without an answer in time nothing is sent, and an answer after it sends nothing', async () => {
	const ran = async () => Object.keys((await n8n.execution(timedOut.executionId)).runData);
	const isOver = async () => (await ran()).includes('Send?');
	await waitFor(isOver, { what: 'the end of the wait', timeout: 150_000, every: 500 });
	const body = new FormData();
	body.append('field-0', 'Send');
	await fetch(timedOut.url, { method: 'POST', body, headers: { 'user-agent': userAgent } });
	expect((await ran()).filter((name) => name.startsWith('Send '))).toEqual([]);
	expect(writes(hub)).toEqual([]);
});
