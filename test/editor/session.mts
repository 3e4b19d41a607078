import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { server, signIn, storeCredential } from '../n8n/session.mts';
import type { Credential, N8nRest } from '../server/rest.mts';
import { Editor, launchChromium } from './editor.mts';

export interface Session {
	/** The demo's hub with its panel, one for a file. */
	readonly hub: Hub;
	readonly n8n: N8nRest;
	/** A credential for this hub. */
	readonly credential: Credential;
	/** A page of its own for each test, signed in. */
	readonly editor: Editor;
	readonly browser: Browser;
}

/** n8n's editor in a browser beside a hub with something of everything. */
export function useEditor(): Session {
	let hub: Hub;
	let n8n: N8nRest;
	let credential: Credential;
	let browser: Browser;
	let first: Editor;
	let editor: Editor;
	beforeAll(async () => {
		[hub, n8n, browser] = await Promise.all([
			startHub({ panel: true, seed: demoSeed }),
			signIn(),
			launchChromium(),
		]);
		credential = await storeCredential(n8n, hub);
		first = await Editor.open(browser, server.url);
	});
	afterAll(async () => {
		await browser.close();
		await n8n.request('DELETE', `/rest/credentials/${credential.id}`);
		await hub.stop();
	});
	beforeEach(async () => {
		editor = await first.another();
	});
	afterEach(async () => {
		await editor.close();
	});
	return {
		get hub() {
			return hub;
		},
		get n8n() {
			return n8n;
		},
		get credential() {
			return credential;
		},
		get browser() {
			return browser;
		},
		get editor() {
			return editor;
		},
	};
}
