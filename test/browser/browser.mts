import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { HubOptions } from '../hub/index.mts';
import { open, type Client } from '../unit/hub/client.mts';
import { findChromium } from './chromium.mjs';

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
	let client: Client;
	let page: Page;
	let unexpected: string[] = [];
	let tolerated: RegExp | undefined;
	beforeAll(async () => {
		const executablePath = findChromium();
		if (!executablePath) throw new Error('No Chromium was found; see test/browser/chromium.mjs');
		browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
	});
	afterAll(async () => await browser?.close());
	beforeEach(async () => {
		unexpected = [];
		tolerated = undefined;
		client = await open({ panel: true, ...options });
		page = await (browser as Browser).newPage({
			viewport: { width: 1360, height: 860 },
			reducedMotion: 'reduce',
			...context,
		});
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
		await page.context().close();
		const { contractViolations } = client.hub;
		await client.end();
		expect(unexpected).toEqual([]);
		expect(contractViolations).toEqual([]);
	});
	return {
		get client() {
			return client;
		},
		get page() {
			return page;
		},
		tolerate(message) {
			tolerated = message;
		},
		async show(name) {
			await page.goto(new URL(name === '' ? '/' : `/_panel/${name}`, client.hub.url).href);
			await page.locator('.connection', { hasText: /^live$/ }).waitFor();
		},
	};
}

/** A receiver of notifications that answers as it is told to. */
export async function startReceiver(): Promise<{
	url: string;
	answer: { status: number; body: string };
	stop(): Promise<void>;
}> {
	const answer = { status: 200, body: '{"idInterno":7,"status":"novo"}' };
	const server = createServer((request, response) => {
		request.resume().once('end', () => {
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/webhook/orders`,
		answer,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
