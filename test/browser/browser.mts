import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { HubOptions } from '../hub/index.mts';
import { open, type Client } from '../unit/hub/client.mts';
import { launchChromium } from '../editor/editor.mts';
import { serve } from '../support/otherServer.mts';

export interface Visit {
	/** a client of the hub's API, logged in */
	readonly client: Client;
	/** a page of the browser; what it logs, breaks or loads from elsewhere fails the test */
	readonly page: Page;
	/** lets the page log this */
	tolerate(message: RegExp): void;
	/** shows a tab of the panel: '' or 'webhook', 'trouble' and so on */
	show(name: string): Promise<void>;
}

/** A hub with its panel and a page of a real browser, both new for every test. */
export function usePanel(options: HubOptions = {}, context: BrowserContextOptions = {}): Visit {
	let browser: Browser | undefined;
	const visit = {} as { client: Client; page: Page };
	let unexpected: string[] = [];
	let tolerated: RegExp | undefined;
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(async () => await browser?.close());
	beforeEach(async () => {
		unexpected = [];
		tolerated = undefined;
		const client = (visit.client = await open({ panel: true, ...options }));
		const page = (visit.page = await (browser as Browser).newPage({
			viewport: { width: 1360, height: 860 },
			reducedMotion: 'reduce',
			...context,
		}));
		page.setDefaultTimeout(20_000);
		const { origin } = new URL(client.hub.url);
		page.on('request', (request) => {
			if (!request.url().startsWith(`${origin}/`)) unexpected.push(`loads ${request.url()}`);
		});
		page.on('pageerror', ({ message }) => unexpected.push(message));
		page.on('console', (message) => {
			const isExpected = tolerated?.test(message.text()) ?? false;
			if (message.type() === 'error' && !isExpected) unexpected.push(message.text());
		});
	});
	afterEach(async () => {
		const { client, page } = visit;
		await page.context().close();
		const { contractViolations } = client.hub;
		await client.end();
		expect(unexpected).toEqual([]);
		expect(contractViolations).toEqual([]);
	});
	return Object.assign(visit, {
		tolerate(message: RegExp) {
			tolerated = message;
		},
		async show(name: string) {
			const address = new URL(name === '' ? '/' : `/_panel/${name}`, visit.client.hub.url);
			await visit.page.goto(address.href);
			await visit.page.locator('.connection', { hasText: /^live$/ }).waitFor();
		},
	});
}

/** A receiver of notifications that answers as it is told to. */
export async function startReceiver() {
	const answer = { status: 200, body: '{"idInterno":7,"status":"novo"}' };
	const { url, stop } = await serve((request, response) => {
		request.resume().once('end', () => {
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
		});
	});
	return { url: `${url}/webhook/orders`, answer, stop };
}
