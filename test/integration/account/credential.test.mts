import { describe, expect } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { expectNoSecret } from '../../support/secrets.mts';
import { answer, op, respond, shown } from '../../support/items.mts';
import { ping } from '../../support/waits.mts';
import { setup, test } from '../../support/setup.mts';
const list = op('order getMany');

describe('base URL', () => {
	test.each([
		['as it is', '', ''],
		['with a trailing slash', '', '/'],
		['with several', '', '///'],
		['with /v1', '', '/v1'],
		['with /v1/', '', '/v1/'],
		['with a path prefix', '/hub/api', ''],
		['with a path prefix and a slash', '/hub/api', '/'],
		['with a path prefix and /v1/', '/hub/api', '/v1/'],
		['with blanks around it', '', '  '],
	])('%s', async (_how, prefix, end) => {
		const { hub, n8n } = await setup({ prefix });
		const other = await startN8n(hub, { baseUrl: hub.url + end });
		await other.done(list);
		expect(hub.log.map(({ rawUrl }) => rawUrl.split('?')[0])).toEqual([
			`${prefix}/v1/logistic/auth`,
			`${prefix}/v1/orders`,
		]);
		expect((await other.testCredential('c1')).status).toBe('OK');
		// one account, however its address is written
		await n8n.done(list);
		expect(hub.count({ status: 401 })).toBe(0);
	});

	test.each([
		['http://api.example.com', /Base URL.*https:\/\//],
		['ftp://api.example.com', /Base URL.*https:\/\//],
		['api.example.com', /Base URL.*not an address[\s\S]*https:\/\//],
		['', /Base URL/],
		['https://user:pass@api.example.com', /Base URL.*holds more than scheme, host and path/],
		['https://user@api.example.com', /Base URL.*holds more than scheme, host and path/],
		['https://api.example.com/?key=user:pass', /holds more than scheme, host and path/],
		['http://127.0.0.1.example.com', /https/],
	])('%j: the message says what to change, and nothing is sent', async (baseUrl, message) => {
		const { hub } = await setup();
		const n8n = await startN8n(hub, { baseUrl });
		const result = await n8n.run(ping);
		expect(shown(result.nodeError)).toMatch(message);
		expect(hub.log).toEqual([]);
		expectNoSecret(hub, n8n, result, ['user:pass']);
	});

	test('the message of a 406 says that the hub only takes HTTPS', async () => {
		const { hub, n8n } = await setup({ requireHttps: true });
		const result = await n8n.run(ping);
		expect(shown(result.nodeError)).toMatch(/406[\s\S]*(HTTPS|https)/);
		expectNoSecret(hub, n8n, result);
	});

	test.each([
		[
			'an address where nobody answers',
			'http://127.0.0.1:9',
			/could not be reached[\s\S]*http:\/\/127\.0\.0\.1:9[\s\S]*Base URL/,
		],
		[
			'a host name that does not exist',
			'https://hub.invalid',
			/could not be reached[\s\S]*hub\.invalid[\s\S]*Base URL/,
		],
		['something else that answers there', undefined, /not the hub's API[\s\S]*Base URL/],
	])('%s', async (_what, baseUrl, message) => {
		const { hub } = await setup();
		hub.faults.add({ kind: 'html', status: 200, endpoint: 'auth', times: 10 });
		const n8n = await startN8n(hub, baseUrl === undefined ? {} : { baseUrl });
		const result = await n8n.run(ping);
		expect(shown(result.nodeError)).toMatch(message);
		expectNoSecret(hub, n8n, result);
		const tested = await n8n.testCredential('c1');
		expect(tested).toMatchObject({ status: 'Error', message: expect.stringMatching(/Base URL/) });
	});
});

describe('keys that the hub does not know', () => {
	test.each([
		['apiKey', 'wrong-api-key-of-a-user'],
		['secretKey', 'wrong-secret-key-of-a-user'],
	])('%s', async (field, value) => {
		const { hub } = await setup();
		const n8n = await startN8n(hub, { [field]: value });
		const result = await n8n.run(list);
		expect(shown(result.nodeError)).toMatch(
			/did not accept the credential \(401[\s\S]*API Key, Secret Key/,
		);
		expectNoSecret(hub, n8n, result, [value]);
		expect(hub.count({ endpoint: 'auth' })).toBeLessThanOrEqual(2);
		const tested = await n8n.testCredential('c1');
		expect(tested).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/API Key, Secret Key/),
		});
		expect(tested.message).not.toContain(value);
	});

	test('a hub that was too slow to read them has refused nothing', async () => {
		const { hub, n8n } = await setup();
		respond(hub, 'auth', 408, { body: { message: 'Request Timeout' }, times: 1 });
		const first = await n8n.run(ping);
		expect(shown(first.nodeError)).toContain('could not issue a token (408: Request Timeout)');
		expect((await n8n.run(ping)).nodeError).toBeUndefined();
	});

	test.each([400, 401, 503])(
		'the message has the words of the hub (%i), for a refusal also its details and Request-Id',
		async (status) => {
			const { hub, n8n } = await setup();
			const body = { error: 'Conta bloqueada', details: ['fale com o suporte'] };
			const headers = { 'Request-Id': 'r-88' };
			respond(hub, 'auth', status, { body, headers, times: 20 });
			const said = [shown((await n8n.run(list)).nodeError)];
			said.push((await n8n.testCredential('c1')).message);
			for (const text of said) {
				expect(text).toContain(`(${status}: Conta bloqueada)`);
				if (status < 500) expect(text).toMatch(/fale com o suporte[\s\S]*r-88/);
			}
		},
	);

	test('a wrong App Token in production', async () => {
		const { hub } = await setup({ environment: 'production' });
		const n8n = await startN8n(hub, { appToken: 'wrong-app-token-of-a-user' });
		const result = await n8n.run(list);
		expect(shown(result.nodeError)).toMatch(/401[\s\S]*App Token/);
		expectNoSecret(hub, n8n, result, ['wrong-app-token-of-a-user']);
	});

	test.each([
		['appToken', /no App Token/],
		['apiKey', /no API Key/],
		['secretKey', /no Secret Key/],
	])('%s left empty is reported before anything is sent', async (field, message) => {
		const { hub } = await setup({ environment: 'production' });
		const n8n = await startN8n(hub, { [field]: '' });
		expect(shown((await n8n.run(list)).nodeError)).toMatch(message);
		expect(hub.log).toEqual([]);
	});

	test('keys of the other environment: the message names the environment that is set', async ({
		hub,
	}) => {
		const production = await startN8n(hub, {
			environment: 'production',
			appToken: 'some-app-token-of-mine',
		});
		expect(shown((await production.run(list)).nodeError)).toMatch(
			/environment is set to production/,
		);
		const { hub: other } = await setup({ environment: 'production' });
		const sandbox = await startN8n(other, { environment: 'sandbox' });
		expect(shown((await sandbox.run(list)).nodeError)).toMatch(/environment is set to sandbox/);
	});
});

describe('no message or item shows a secret', () => {
	test('of a refusal that repeats a token of the same run', async () => {
		const { hub, n8n } = await setup({ environment: 'production' });
		const toJSON = () => ({ error: `bad ${hub.tokens.current}`, details: [hub.secretKey] });
		answer(hub, 'ping', { toJSON }, 400);
		const result = await n8n.run(ping);
		expectNoSecret(hub, n8n, result);
		expect(shown(result.nodeError)).toContain('bad ***');
	});

	test.each([400, 401, 403, 500])('of an exchange that repeats the keys (%i)', async (status) => {
		const { hub, n8n } = await setup();
		answer(hub, 'auth', { error: `unknown ${hub.apiKey} / ${hub.secretKey}` }, status, 10);
		const result = await n8n.run(ping);
		if (status === 400) expect(shown(result.nodeError)).toMatch(/unknown \*\*\*/);
		expectNoSecret(hub, n8n, result);
	});

	test.each([280, 284, 285, 288, 290, 292, 295, 296, 300])(
		'of a message with a secret after %i characters, where it is cut',
		async (length) => {
			const { hub, n8n } = await setup();
			const text = 'x'.repeat(length) + hub.secretKey;
			answer(
				hub,
				'ping',
				{ error: text, details: [text, `${'x'.repeat(length)} ${hub.secretKey}`] },
				400,
			);
			const result = await n8n.run(ping);
			expectNoSecret(hub, n8n, result, [hub.secretKey.slice(0, 4)]);
		},
	);
});
