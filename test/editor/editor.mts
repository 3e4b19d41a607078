import {
	chromium,
	type Browser,
	type BrowserContextOptions,
	type Locator,
	type Page,
} from 'playwright-core';
import { findChromium } from '../browser/chromium.mjs';
import type { N8nRest } from '../server/rest.mts';
import { userAgent } from '../support/userAgent.mts';

/** Starts the system's Chromium. */
export async function launchChromium(): Promise<Browser> {
	const executablePath = findChromium();
	if (executablePath === undefined)
		throw new Error('No Chromium was found; see test/browser/chromium.mjs');
	return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** n8n's editor in a browser, signed in: what a person sees and clicks. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** A page in a browser context of its own, signed in as `n8n` is: n8n lets a person sign in five times a minute. */
	static async open(
		browser: Browser,
		{ url, cookie }: N8nRest,
		options: BrowserContextOptions = {},
	): Promise<Editor> {
		const context = await browser.newContext({
			viewport: { width: 1280, height: 800 },
			reducedMotion: 'reduce',
			userAgent,
			locale: 'en-US',
			timezoneId: 'America/Sao_Paulo',
			permissions: ['clipboard-read', 'clipboard-write'],
			...options,
		});
		const [name = '', value = ''] = cookie.split('=');
		await context.addCookies([{ name, value, url }]);
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		page.setDefaultNavigationTimeout(120_000);
		return new Editor(page, url);
	}

	/** What n8n marks with this test id. */
	at(testId: string): Locator {
		return this.page.locator(`[data-test-id="${testId}"]`);
	}

	/**
	 * Goes to a path of the editor: as a link within it does where it is loaded, since loading takes
	 * long, unless n8n forwards the path or asks whether to save.
	 */
	async goTo(path: string, shows: string): Promise<void> {
		const shown = this.at(shows).first();
		const question = this.page.getByRole('dialog', { name: 'Save changes before leaving?' });
		const isForwarded = /\/(new|create)$/.test(path);
		if (this.page.url().startsWith(this.url) && !isForwarded) {
			await this.page.evaluate((to) => {
				history.pushState({}, '', to);
				dispatchEvent(new PopStateEvent('popstate', { state: {} }));
			}, path);
			await shown.or(question).first().waitFor();
			if (!(await question.isVisible())) return;
			await this.page.goto('about:blank');
		}
		await this.page.goto(`${this.url}${path}`);
		await shown.waitFor({ timeout: 120_000 });
	}

	/** The panel of one node of a saved workflow. */
	async openNode(workflowId: string, nodeId: string): Promise<void> {
		await this.goTo(`/workflow/${workflowId}/${nodeId}`, 'ndv');
	}

	/** The form of a new credential of the first type that is found by these words. */
	async newCredential(words: string): Promise<void> {
		await this.goTo('/home/credentials/create', 'new-credential-type-select');
		await this.at('new-credential-type-select').locator('input').fill(words);
		await this.at('new-credential-type-select-option').first().click();
		await this.at('new-credential-type-button').click();
		await this.at('editCredential-modal').waitFor();
	}

	/** Types into the search of the node list of an empty workflow; the names of what it shows. */
	async searchNodes(words: string): Promise<string[]> {
		if (!(await this.at('node-creator').isVisible())) await this.at('canvas-plus-button').click();
		await this.at('node-creator-search-bar').fill(words);
		// the list before the search stays for a moment
		await this.page.getByText('Trigger manually', { exact: true }).waitFor({ state: 'hidden' });
		await this.at('node-creator-item-name').first().waitFor();
		return (await this.at('node-creator-item-name').allTextContents()).map((name) => name.trim());
	}

	/** Runs the workflow by its button and waits for its last mark. */
	async execute(nodes: number): Promise<void> {
		await this.at('execute-workflow-button').first().click();
		await this.at('canvas-node-status-success')
			.nth(nodes - 1)
			.waitFor({ timeout: 180_000 });
	}

	/** Runs the node whose panel is open and waits for its mark or its message. */
	async executeNode(): Promise<void> {
		await this.at('node-execute-button').click();
		await this.at('node-run-status-success')
			.or(this.at('node-error-message'))
			.first()
			.waitFor({ timeout: 180_000 });
	}

	/** The nodes on the canvas; notes are none. */
	nodes(): Locator {
		return this.at('canvas-node');
	}

	/** Opens the list of a resource locator. */
	async openList(parameter: string): Promise<void> {
		await this.at(`resource-locator-${parameter}`).locator('[data-test-id="rlc-input"]').click();
	}

	/** Imports a file as the menu's 'Import from File' does. */
	async importFile(name: string, buffer: Buffer): Promise<void> {
		const file = { name, mimeType: 'application/json', buffer };
		await this.at('workflow-import-input').setInputFiles(file);
	}

	/** How bright the background is, 0 (black) to 255, whatever notation the theme writes it in. */
	async brightness(): Promise<number> {
		return await this.page.evaluate(() => {
			const pixel = new OffscreenCanvas(1, 1).getContext('2d')!;
			pixel.fillStyle = getComputedStyle(document.body).backgroundColor;
			pixel.fillRect(0, 0, 1, 1);
			return Math.max(...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3));
		});
	}

	/** Leaves the workflow, so that the next one who opens it may edit it. */
	async leave(): Promise<void> {
		await this.page.emulateMedia({ colorScheme: null });
		if (this.page.url().startsWith(`${this.url}/workflow/`))
			await this.goTo('/home/workflows', 'resources-list-wrapper');
		// what else is open may show a dialog
		else await this.page.goto('about:blank');
	}

	/** Leaves the workflow and closes the page. */
	async close(): Promise<void> {
		await this.page.goto('about:blank');
		await this.page.context().close();
	}
}
