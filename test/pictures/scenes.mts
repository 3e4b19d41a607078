import type { Browser, Locator, Page } from 'playwright-core';
import { Editor } from '../editor/editor.mts';
import { stockBatch } from '../editor/workflows.mts';
import type { Hub } from '../hub/index.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { webhookUrl, type Credential, type N8nRest } from '../server/rest.mts';

/** What a scene is played with: a demo's hub and an n8n with a credential for it. */
export interface Stage {
	n8n: N8nRest;
	hub: Hub;
	credential: Credential;
	browser: Browser;
	theme: 'light' | 'dark';
}

/** One view of a scene: what it looks like, what it says, and how long an animation shows it. */
export interface View {
	png: Buffer;
	text: string;
	/** ms; a picture that stands still has none */
	shown?: number;
}

/** Twice as many pixels as the README shows, for dense screens. */
const screen = { viewport: { width: 1000, height: 560 }, deviceScaleFactor: 2 };

/** What of the editor would lie over what a picture shows. */
const overlays = [
	'.el-notification',
	'[role=tooltip]',
	'[data-test-id=ask-assistant-button]',
	'[data-test-id=instance-ai-canvas-action-button]',
	'[data-test-id=banner-stack]',
	'[class*=_nodeButtonsWrapper_]',
];

const look = {
	animations: 'disabled',
	caret: 'hide',
	style: `${overlays.join(', ')} { display: none !important }`,
} as const;

const shot = async (of: Page) => await of.screenshot(look);

/** The words of what is there. */
const words = async (...parts: Locator[]): Promise<string> => {
	const texts = await Promise.all(parts.map(async (part) => await part.allInnerTexts()));
	return texts.flat().join(' ').replace(/\s+/g, ' ').trim();
};

const openEditor = async ({ browser, n8n, theme }: Stage) =>
	await Editor.open(browser, n8n, { colorScheme: theme, ...screen });

async function openPanel({ browser, hub, theme }: Stage): Promise<Page> {
	const page = await browser.newPage({ ...screen, colorScheme: theme });
	await page.goto(hub.url);
	await page.locator('.connection', { hasText: /^live$/ }).waitFor();
	return page;
}

/** What the nodes of the canvas say, whether or not the counts of their items are drawn already. */
const nodes = async (editor: Editor) =>
	(await words(editor.nodes()))
		.replace(/\d+ items?/g, '')
		.replace(/\s+/g, ' ')
		.trim();

/** A batch with one bad row: it leaves by the error branch. */
async function batch(stage: Stage): Promise<View[]> {
	const { id } = await stage.n8n.createWorkflow(stockBatch(stage.credential));
	const editor = await openEditor(stage);
	await editor.goTo(`/workflow/${id}`, 'canvas-node');
	await editor.execute(5);
	await editor.at('zoom-to-fit').click();
	// it leaves the items behind the last nodes outside
	await editor.at('zoom-out-button').click();
	const counts = ['1 item', '2 items', '3 items'];
	for (const count of counts) await editor.page.getByText(count, { exact: true }).first().waitFor();
	const text = [await nodes(editor), ...counts].join(' ');
	const view = { png: await shot(editor.page), text };
	await editor.close();
	return [view];
}

/** The node list, searched in Portuguese. */
async function nodeList(stage: Stage): Promise<View[]> {
	const editor = await openEditor(stage);
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	await editor.searchNodes('nota fiscal');
	const text = await words(editor.at('item-iterator-item'));
	const view = { png: await shot(editor.page), text };
	await editor.close();
	return [view];
}

/** The local hub's panel. */
async function panel(stage: Stage): Promise<View[]> {
	const page = await openPanel(stage);
	const said = await words(
		page.locator('header.top'),
		page.locator('nav'),
		page.locator('main h2'),
		page.locator('main th'),
		page.locator('main tbody tr').first(),
	);
	// IDs, dates and counts differ from run to run
	const view = { png: await shot(page), text: said.replace(/\d+/g, '#') };
	await page.context().close();
	return [view];
}

/** A new order in the panel, its execution in n8n, the empty queue. */
async function order(stage: Stage): Promise<View[]> {
	const { n8n, hub, credential } = stage;
	const workflow = await importExample(n8n, 'receive-orders', credential);
	await n8n.publish(workflow);
	hub.state.queue.clear();
	hub.webhook.configure({ url: webhookUrl(n8n.url, triggerOf(workflow)) });
	// so that the order can be seen in the queue
	hub.faults.add({ kind: 'slow', delay: 3_000, endpoint: 'orderGet' });

	const page = await openPanel(stage);
	const queue = (count: number) => page.getByText(`${count} waiting to be acknowledged`);
	const views: View[] = [];
	const see = async (shown: number, of: Page, text: string) =>
		views.push({ png: await shot(of), text, shown });
	await queue(0).waitFor();
	await see(2_000, page, 'the queue is empty');
	const button = page.getByRole('button', { name: 'New order', exact: true });
	await button.hover();
	await see(800, page, await words(button));
	await button.click();
	await queue(1).waitFor();
	await see(1_400, page, 'an order waits in the queue');

	const [execution] = await n8n.finishedExecutions(workflow, 1);
	const editor = await openEditor(stage);
	await editor.goTo(`/workflow/${workflow.id}/executions/${execution!.id}`, 'executions-sidebar');
	await editor.at('canvas-node-status-success').first().waitFor();
	await see(3_200, editor.page, await nodes(editor));
	await editor.close();

	await queue(0).waitFor();
	await see(2_600, page, 'the queue is empty');
	await page.context().close();
	await n8n.deleteWorkflow(workflow);
	return views;
}

/** What each picture of the README shows, by the beginning of its file's name. */
export const scenes = { batch, 'node-list': nodeList, panel, order };
