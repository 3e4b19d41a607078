import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { formUrl, login, loginCredential } from '../support/agency.mts';
import { addSimple, stockIn, writes } from '../support/sync.mts';
import { userAgent } from '../support/userAgent.mts';
import { useN8n } from '../n8n/session.mts';
import { launchChromium } from './editor.mts';

/** A seller's browser, on the form of the example *Prices, stock or products from my file*. */
const { hub, n8n, credential } = await useN8n({ seed: { products: 0 } });
const skus = addSimple(hub, 60);
const workflow = await importExample(n8n, 'list-from-file', credential, {
	login: await loginCredential(n8n),
});
await n8n.publish(workflow);
const browser = await launchChromium();
afterAll(async () => await browser.close());

async function openForm(): Promise<Page> {
	const context = await browser.newContext({
		...{ viewport: { width: 1280, height: 800 }, locale: 'pt-BR', userAgent },
		httpCredentials: { username: login.user, password: login.password },
	});
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	await page.goto(formUrl(n8n, workflow));
	return page;
}

async function give(page: Page, list: string, whole = 'No'): Promise<void> {
	await page.getByLabel('What does the list hold?').selectOption('Stock');
	await page.locator('input[type=file]').setInputFiles({
		name: 'estoque.csv',
		mimeType: 'application/vnd.ms-excel',
		buffer: Buffer.from(list, 'latin1'),
	});
	await page.getByLabel('Is this the whole list?').selectOption(whole);
	await page.getByRole('button', { name: 'Show what would change' }).click();
}

test('he gives his file, reads what would change, chooses Send and reads what came of it', async () => {
	const page = await openForm();
	const pieces = ['1.008', ...Array<string>(24).fill('8')];
	const rows = skus.map((sku, row) => `${sku};${pieces[row] ?? '5'}`);
	await give(page, ['Estoque de novembro;', 'Código;Saldo', ...rows, 'X-1;2'].join('\r\n'));
	await page.getByRole('heading', { name: 'Send this?' }).waitFor();
	const table = page.getByRole('table').first();
	expect(await table.getByRole('row').count()).toBe(21);
	expect(await table.innerText()).toContain('estoque: 5 → 1008');
	expect(await page.locator('body').innerText()).toContain('The first 20 of 25.');
	// nothing is chosen beforehand
	await page.getByRole('button', { name: 'Go on' }).click();
	await page.getByText('This field is required').waitFor();
	await page.getByLabel('What now?').scrollIntoViewIfNeeded();
	expect(writes(hub)).toEqual([]);
	await page.getByLabel('What now?').selectOption('Send');
	await page.getByRole('button', { name: 'Go on' }).click();
	await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
	expect(await page.locator('body').innerText()).toContain('25 changed');
	expect(stockIn(hub, ['P0', 'P24', 'P25'])).toEqual({ P0: 1008, P24: 8, P25: 5 });
	await page.context().close();
});

test('a list that a guard holds, and one that cannot be read, end with a page that says so', async () => {
	const page = await openForm();
	await give(page, ['Código;Saldo', ...skus.map((sku) => `${sku};9`)].join('\r\n'), 'Yes');
	await page.getByRole('heading', { name: 'Nothing is sent' }).waitFor();
	expect(await page.locator('body').innerText()).toContain('usual the first time');
	await page.goto(formUrl(n8n, workflow));
	await give(page, 'P0;5\r\nP1;6');
	await page.getByRole('heading', { name: 'Nothing was sent' }).waitFor();
	expect(await page.locator('body').innerText()).toContain('has no heading');
	await page.context().close();
});
