/**
 * `npm run pictures`: makes the pictures of the README in docs/pictures from seeded data, in n8n's real
 * editor and the local hub's panel, light and dark. Needs Chromium and `img2webp` (Debian:
 * chromium-headless-shell, fonts-liberation, webp). What each one shows is tested in test/editor.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { Editor, launchChromium } from '../editor/editor.mts';
import { stockBatch } from '../editor/workflows.mts';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub, type Hub } from '../hub/index.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { installServer, projectRoot } from '../server/install.mjs';
import { installPackage, packPackage } from '../server/pack.mts';
import { N8nRest, webhookUrl, type Credential } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { writeAnimation, type Frame } from './frames.mts';

const folder = join(projectRoot, 'docs', 'pictures');
const size = { width: 1000, height: 560 };

interface Scene {
	n8n: N8nRest;
	hub: Hub;
	credential: Credential;
	browser: Browser;
	url: string;
	theme: 'light' | 'dark';
}

const look = {
	animations: 'disabled',
	caret: 'hide',
	style:
		'.el-notification, [role=tooltip], [data-test-id=ask-assistant-button], [data-test-id=instance-ai-canvas-action-button], [data-test-id=banner-stack] { display: none !important }',
} as const;

const shot = async (of: Page | Locator) => await of.screenshot(look);
const keep = (name: string, { theme }: Scene, png: Buffer) =>
	writeFileSync(join(folder, `${name}-${theme}.png`), png);

const openEditor = async ({ browser, url, theme }: Scene) =>
	await Editor.open(browser, url, { colorScheme: theme, viewport: size });

/** A batch with one bad row: it leaves by the error branch. */
async function batch(scene: Scene): Promise<void> {
	const { id } = await scene.n8n.createWorkflow(stockBatch(scene.credential));
	const editor = await openEditor(scene);
	await editor.goTo(`/workflow/${id}`, 'canvas-node');
	await editor.execute(5);
	await editor.at('zoom-to-fit').click();
	keep('batch', scene, await shot(editor.page));
	await editor.close();
}

/** The node list, searched in Portuguese. */
async function nodePicker(scene: Scene): Promise<void> {
	const editor = await openEditor(scene);
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	await editor.searchNodes('nota fiscal');
	keep('node-list', scene, await shot(editor.page));
	await editor.close();
}

/** The local hub's panel. */
async function panel({ browser, hub, theme, ...scene }: Scene): Promise<void> {
	const page = await browser.newPage({ viewport: size, colorScheme: theme });
	await page.goto(hub.url);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	keep('panel', { browser, hub, theme, ...scene }, await shot(page));
	await page.context().close();
}

/** A new order in the panel, its execution in n8n, the empty queue. */
async function story({ n8n, hub, credential, browser, url, theme }: Scene): Promise<void> {
	const workflow = await importExample(n8n, 'receive-orders', credential);
	await n8n.publish(workflow);
	hub.state.queue.clear();
	hub.webhook.configure({ url: webhookUrl(url, triggerOf(workflow)) });
	const page = await browser.newPage({ viewport: size, colorScheme: theme });
	await page.goto(hub.url);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	const frames: Frame[] = [{ png: await shot(page), shown: 2_000 }];
	const button = page.getByRole('button', { name: 'New order', exact: true });
	await button.hover();
	frames.push({ png: await shot(page), shown: 800 });
	await button.click();
	await page
		.getByText('1 waiting to be acknowledged')
		.waitFor({ timeout: 2_000 })
		.catch(() => undefined);
	frames.push({ png: await shot(page), shown: 1_400 });
	const [execution] = await n8n.finishedExecutions(workflow, 1);
	const editor = await openEditor({ n8n, hub, credential, browser, url, theme });
	await editor.goTo(`/workflow/${workflow.id}/executions/${execution!.id}`, 'executions-sidebar');
	await editor.at('canvas-node-status-success').first().waitFor();
	frames.push({ png: await shot(editor.page), shown: 3_200 });
	await editor.close();
	await page.getByText('0 waiting to be acknowledged').waitFor();
	frames.push({ png: await shot(page), shown: 2_600 });
	await page.context().close();
	await n8n.deleteWorkflow(workflow);
	writeAnimation(join(folder, `order-${theme}.webp`), frames);
}

mkdirSync(folder, { recursive: true });
await installServer();
const server = new N8nServer();
const [hub, browser] = await Promise.all([
	startHub({ panel: true, seed: demoSeed }),
	launchChromium(),
]);
try {
	await installPackage(server.home, await packPackage(server.home));
	await server.start();
	const n8n = new N8nRest(server.url, server.home);
	await n8n.signIn();
	const { accessToken, accessTokenIssuedAt, ...data } = credentialData(hub);
	const credential = await n8n.createCredential({ name: 'Local hub', type: credentialType, data });
	for (const theme of ['light', 'dark'] as const) {
		const scene = { n8n, hub, credential, browser, url: server.url, theme };
		for (const picture of [batch, nodePicker, panel, story]) {
			await picture(scene);
			console.log(`✓ ${picture.name}, ${theme}`);
		}
	}
} finally {
	await browser.close();
	await server.remove();
	await hub.stop();
}
