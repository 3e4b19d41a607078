import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { importExample } from '../server/examples.mts';
import { outputOf, type Execution, type N8nRest } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { startMailbox, type Mailbox } from '../support/mailbox.mts';
import { heldBy } from '../support/sync.mts';
import { signIn, storeCredential } from './session.mts';

/** sync-with-approval.json: a price that a guard holds, an email to a person, and the answer. */
let hub: Hub;
let mailbox: Mailbox;
let n8n: N8nRest;
beforeEach(async () => {
	[hub, mailbox, n8n] = await Promise.all([
		startHub({ seed: { products: 2 }, batchDuration: 300 }),
		startMailbox(),
		signIn(),
	]);
});
afterEach(async () => {
	await mailbox.stop();
	expect(hub.contractViolations).toEqual([]);
	await hub.stop();
});

/** Runs the example until it waits for the person; the links of the email's buttons by their text. */
async function untilAsked(): Promise<{ executionId: string; links: Record<string, string> }> {
	const smtp = await n8n.createCredential(mailbox.credential);
	const credential = await storeCredential(n8n, hub);
	const workflow = await importExample(n8n, 'sync-with-approval', credential, { smtp });
	const { executionId } = await n8n.startRun(workflow, 'When Clicking Execute');
	const { html = '', subject, to } = await mailbox.email();
	expect(subject).toBe('Change 1 prices?');
	expect(to?.map(({ address }) => address)).toEqual(['prices@example.com']);
	expect(html).toContain('CAMISETA-1-M: 59.9 -> 149.9 (Held, not sent: `precoDe` would change');
	const anchors = [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
	const links = anchors.map(([, link = '', text = '']) => [
		text.trim(),
		link.replaceAll('&amp;', '&'),
	]);
	const waiting = await waitFor(
		async () => {
			const execution = await n8n.execution(executionId!);
			return execution.status === 'waiting' && execution;
		},
		{ what: 'the workflow to wait for a person', timeout: 60_000 },
	);
	expect(outputOf(waiting, 'In Step')).toMatchObject([{ sku: 'CANECA-1', status: 'updated' }]);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);
	return { executionId: executionId!, links: Object.fromEntries(links) as Record<string, string> };
}

/** Opens a link as a person's browser does; what the workflow then did. */
async function answer(executionId: string, link: string | undefined): Promise<Execution> {
	const reply = await fetch(String(link), {
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
	});
	expect(reply.status).toBe(200);
	const execution = await n8n.finishedExecution(executionId);
	expect(execution.error).toBeUndefined();
	return execution;
}

test('approved in the email: what was held is sent', async () => {
	const { executionId, links } = await untilAsked();
	const execution = await answer(executionId, links['Change Them']);
	expect(outputOf(execution, 'Sync Approved Prices')).toMatchObject([
		{ sku: 'CAMISETA-1-M', status: 'updated', after: { precoDe: 199.9, precoPor: 149.9 } },
	]);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(149.9);
});

test('declined in the email: nothing more is sent', async () => {
	const { executionId, links } = await untilAsked();
	const execution = await answer(executionId, links['Leave Them']);
	expect(execution.runData['Sync Approved Prices']).toBeUndefined();
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);
});
