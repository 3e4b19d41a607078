import { describe, expect, test } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { outputOf } from '../server/rest.mts';
import { findInText } from './secrets.mts';
import { httpNode, runNodes, storeCredential, useHub, useN8n } from './session.mts';

const { hub: sandbox, n8n, credential } = await useN8n();
const production = await useHub({ environment: 'production' });

describe('the credential in a real n8n', () => {
	const testOf = async (hub: Hub, changes: Record<string, string> = {}) =>
		await n8n.testCredential(await storeCredential(n8n, hub, changes));

	test('its test succeeds in sandbox and in production', async () => {
		expect(await testOf(sandbox)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await testOf(production)).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	test.each([
		['a wrong API Key', { apiKey: 'wrong-api-key' }, /API Key/],
		['a wrong Secret Key', { secretKey: 'wrong-secret-key' }, /Secret Key/],
		['a wrong App Token', { appToken: 'wrong-app-token' }, /App Token/],
		['plain http', { baseUrl: 'http://hub.example.com' }, /https/],
		['a host that does not answer', { baseUrl: 'http://127.0.0.1:9' }, /Base URL/],
		['a Base URL that is not the hub', { baseUrl: 'nonsense' }, /Base URL/],
	])('its test says what to change after %s', async (_case, changes, advice) => {
		const { status, message } = await testOf(production, changes);
		expect(status).toBe('Error');
		expect(message).toMatch(advice);
		const secrets = {
			right: production.apiKey,
			key: production.secretKey,
			app: production.appToken,
			wrong: 'wrong-',
		};
		expect(findInText(message, secrets)).toEqual([]);
	});

	test('it works in the HTTP Request node', async () => {
		const url = `${sandbox.url}/v1/erp/channels`;
		const execution = await runNodes(n8n, httpNode(credential, { url }));
		expect(execution.error?.message).toBeUndefined();
		expect(outputOf(execution, 'Hub')[0]).toMatchObject({
			canais: expect.any(Array),
			info: { total: 3 },
		});
	});
});
