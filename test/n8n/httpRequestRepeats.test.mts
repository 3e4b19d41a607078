import { expect, test } from 'vitest';
import { httpNode, runNodes, useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n();

/** n8n asks the credential for a new token after every answer that is not successful. */
const askedByHttpRequest = async (method: string, path: string) =>
	await runNodes(n8n, httpNode(credential, { method, url: hub.url + path }));

test('an unsuccessful request of the HTTP Request node is sent once, and its token stays', async () => {
	expect((await askedByHttpRequest('GET', '/v1/erp/channels')).status).toBe('success');
	hub.faults.add({ kind: 'status', status: 500, method: 'POST', times: Infinity });
	for (const [method, path, status] of [
		['GET', '/v1/orders/404', '404'],
		['POST', '/v1/orders', '500'],
	] as const) {
		const before = hub.count({ method, path });
		const { error } = await askedByHttpRequest(method, path);
		expect(JSON.stringify(error)).toContain(status);
		expect(hub.count({ method, path }) - before).toBe(1);
	}
	hub.faults.clear();
	expect(hub.tokens.issued).toBe(1);
});

test('a token that was ended elsewhere is renewed', async () => {
	hub.tokens.expire();
	expect((await askedByHttpRequest('GET', '/v1/erp/channels')).status).toBe('success');
	expect(hub.tokens.issued).toBe(2);
});

test('the message of a redirect says that it is not followed, and what to check', async () => {
	const headers = { Location: 'http://127.0.0.1:9/elsewhere' };
	const path = /^\/v1\/(?!logistic)/;
	hub.faults.add({ kind: 'status', status: 307, path, headers, body: '', times: Infinity });
	const { error } = await askedByHttpRequest('GET', '/v1/erp/channels');
	expect(error?.message).toMatch(/307: a redirect, which is not followed.*Base URL/);
});
