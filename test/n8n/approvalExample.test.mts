import { expect, onTestFinished, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { outputOf } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { useMailbox } from '../support/mailbox.mts';
import { heldBy } from '../support/sync.mts';
import { userAgent } from '../support/userAgent.mts';
import { useN8n } from './session.mts';

/**
 * Runs sync-with-approval.json: a price that a guard holds, an email to a person, and the answer by one
 * of its buttons; the hub, and what the workflow has done in the end.
 */
async function answeredBy(button: string) {
	const seed = { products: 2 };
	const { hub, n8n, credential } = await useN8n({ seed, batchDuration: 300 }, onTestFinished);
	const { email, smtp } = await useMailbox(n8n, onTestFinished);
	const workflow = await importExample(n8n, 'sync-with-approval', credential, { smtp });
	const { executionId = '' } = await n8n.startRun(workflow, 'When Clicking Execute');
	const { html = '', subject, to } = await email();
	expect(subject).toBe('Change 1 prices?');
	expect(to?.map(({ address }) => address)).toEqual(['prices@example.com']);
	expect(html).toContain('CAMISETA-1-M: 59.9 -> 149.9 (Held, not sent: `precoDe` would change');
	const waiting = await waitFor(
		async () => {
			const execution = await n8n.execution(executionId);
			return execution.status === 'waiting' && execution;
		},
		{ what: 'the workflow to wait for a person', timeout: 180_000 },
	);
	expect(outputOf(waiting, 'In Step')).toMatchObject([{ sku: 'CANECA-1', status: 'updated' }]);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);

	const anchors = [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
	const [, link = ''] = anchors.find(([, , text]) => text?.trim() === button) ?? [];
	const headers = { 'user-agent': userAgent };
	expect((await fetch(link.replaceAll('&amp;', '&'), { headers })).status).toBe(200);
	const execution = await n8n.finishedExecution(executionId);
	expect(execution.error).toBeUndefined();
	return { hub, execution };
}

test('approved in the email: what was held is sent', async () => {
	const { hub, execution } = await answeredBy('Change Them');
	expect(outputOf(execution, 'Sync Approved Prices')).toMatchObject([
		{ sku: 'CAMISETA-1-M', status: 'updated', after: { precoDe: 199.9, precoPor: 149.9 } },
	]);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(149.9);
});

test('declined in the email: nothing more is sent', async () => {
	const { hub, execution } = await answeredBy('Leave Them');
	expect(execution.runData['Sync Approved Prices']).toBeUndefined();
	expect(hub.count({ endpoint: 'priceBatch' })).toBe(1);
	expect(heldBy(hub, 'CAMISETA-1-M')?.precoPor).toBe(59.9);
});
