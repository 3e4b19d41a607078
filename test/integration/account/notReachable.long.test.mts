import { describe, expect, test } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { go, shown } from '../../support/items.mts';
import { eachOrder, numbers, ping, quiet } from '../../support/waits.mts';

const html = { kind: 'html' as const };
const pages: Array<[string, Parameters<Hub['faults']['add']>[0]]> = [
	['a page with 200', { ...html, status: 200 }],
	['a page with 503', { ...html, status: 503 }],
	['a page with 404', { ...html, status: 404 }],
	['a page with 403 of a proxy', { ...html, status: 403 }],
	['a redirect to a page', { ...html, status: 302, headers: { Location: '/maintenance' } }],
	['a redirect without a body', { kind: 'status', status: 307, body: '' }],
	['JSON that is not of the hub', { kind: 'status', status: 200, body: { ok: true } }],
];

describe.each(pages)('%s instead of a token', (_what, page) => {
	test('a credential that has worked is not called refused, and works again once the hub is back', async () => {
		const { hub, n8n } = await quiet();
		await n8n.done(ping);
		hub.tokens.expire();
		hub.clearLog();
		hub.faults.add({ ...page, endpoint: 'auth', times: Infinity });
		for (let poll = 1; poll <= 3; poll++) {
			const result = await n8n.run(eachOrder, numbers(20), go);
			const said = JSON.stringify(result.json());
			expect(said).toMatch(/hub is not reachable now/);
			expect(said).not.toMatch(/refused before|did not accept|Check the Base URL/);
			// each run asks anew, and only a few times
			const asked = hub.count({ endpoint: 'auth' });
			expect(asked).toBeGreaterThanOrEqual(poll);
			expect(asked).toBeLessThanOrEqual(poll * 5);
		}
		hub.faults.clear();
		await n8n.done(ping);
	});

	test.runIf(page.status === 403)('names what a firewall asks for', async () => {
		const { hub, n8n } = await quiet();
		hub.faults.add({ ...page, endpoint: 'auth', times: Infinity });
		const said = shown((await n8n.run(ping)).nodeError);
		for (const word of ['App Token', 'fixed outgoing IP', 'user-agent n8n-nodes-marketplace-hub'])
			expect(said).toContain(word);
	});

	test('a credential that has never worked: the message names the Base URL, in the dialog too', async () => {
		const { hub, n8n } = await quiet();
		hub.faults.add({ ...page, endpoint: 'auth', times: Infinity });
		const tested = await n8n.testCredential('c1');
		expect(tested).toMatchObject({ status: 'Error' });
		expect(tested.message).toContain(hub.url);
		expect(tested.message).toContain('Check the Base URL');
		expect(shown((await n8n.run(ping)).nodeError)).toContain('Check the Base URL');
		hub.faults.clear();
		expect(await n8n.testCredential('c1')).toMatchObject({ status: 'OK' });
		await n8n.done(ping);
	});
});
