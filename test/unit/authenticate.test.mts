import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { MarketplaceHubApi } from '../../credentials/MarketplaceHubApi.credentials.ts';
import { writingsOf } from '../support/foreignAddresses.mts';

const hub = 'https://hub.example';
const credential = {
	environment: 'production',
	baseUrl: hub,
	appToken: 'the-app-token',
	apiKey: 'the-api-key',
	secretKey: 'the-secret-key',
	accessToken: 'the-access-token',
	accessTokenIssuedAt: Date.now(),
};

/** What the credential type makes of a request, in either form of n8n's helpers. */
const authenticated = async (options: IDataObject, changes: IDataObject = {}) =>
	(await new MarketplaceHubApi().authenticate(
		{ ...credential, ...changes },
		options as unknown as IHttpRequestOptions,
	)) as unknown as IDataObject & { url: string; headers: IDataObject };

/** The address that a client is left to send to; undefined when the request is refused. */
async function sentTo(options: IDataObject, changes?: IDataObject): Promise<URL | undefined> {
	try {
		const { url, uri, baseURL } = await authenticated(options, changes);
		expect([uri, baseURL]).toEqual([undefined, undefined]);
		// it is parsed: no client reads it in another way
		expect(new URL(url).href).toBe(url);
		return new URL(url);
	} catch (error) {
		expect(String(error)).toMatch(/The credential is for https:\/\/hub.example and is not sent to/);
		return undefined;
	}
}

describe.each(['url', 'uri'])('an address in `%s`', (field) => {
	test.each(writingsOf('evil.example'))('%j is refused', async (url) => {
		expect(await sentTo({ [field]: url })).toBeUndefined();
	});

	test.each([...writingsOf('evil.example'), ...writingsOf('hub.example:444')])(
		'%j after a baseURL leads to the hub or nowhere',
		async (url) => {
			for (const baseURL of [hub, `${hub}/`, `${hub}/api`])
				expect([hub, undefined]).toContain((await sentTo({ [field]: url, baseURL }))?.origin);
		},
	);

	test.each(['', '/v1/orders', 'v1/orders', 'http:/v1/orders', '?limit=1', '#'])(
		'%j needs a baseURL',
		async (url) => {
			expect(await sentTo({ [field]: url })).toBeUndefined();
		},
	);

	test.each([
		['/v1/orders', hub, '/v1/orders'],
		['v1/orders', `${hub}/`, '/v1/orders'],
		['/v1/orders', `${hub}/api`, '/api/v1/orders'],
		['//v1/orders', `${hub}/api/`, undefined],
		['', `${hub}/api`, '/api'],
		['?limit=1', `${hub}/api`, '/api/?limit=1'],
		[`${hub}/v1/orders`, 'https://evil.example', '/v1/orders'],
		['/v1/orders', 'https://evil.example', undefined],
		['/v1/orders', 'https:evil.example', undefined],
		['/v1/orders', 'evil.example', undefined],
		['@evil.example/x', 'https://hub.example', '/@evil.example/x'],
	])("%j after %j is joined as n8n's client joins it", async (url, baseURL, expected) => {
		const target = await sentTo({ [field]: url, baseURL });
		expect(target && target.pathname + target.search).toBe(expected);
	});

	test.each([
		[`${hub}/v1/products/calça ção`, '/v1/products/cal%C3%A7a%20%C3%A7%C3%A3o'],
		[`${hub}/v1/orders?canal=Açaí&x=%2B+1`, '/v1/orders?canal=A%C3%A7a%C3%AD&x=%2B+1'],
		[' HTTPS://HUB.example:443/v1/x ', '/v1/x'],
	])('%j is sent percent-encoded', async (url, expected) => {
		const target = await sentTo({ [field]: url });
		expect(target && target.pathname + target.search).toBe(expected);
	});

	test('keeps its query as an option of the client', async () => {
		const qs = { limit: 1, a: ['b'] };
		expect((await authenticated({ [field]: `${hub}/v1/x?y=1`, qs })).qs).toEqual(qs);
	});
});

test('`url` is the address if both are given, as in the client', async () => {
	expect(await sentTo({ url: 'http:evil.example/x', uri: `${hub}/x` })).toBeUndefined();
	expect((await sentTo({ url: `${hub}/x`, uri: 'http:evil.example' }))?.href).toBe(`${hub}/x`);
});

test('the scheme of the Base URL is kept: plain http never replaces https', async () => {
	expect(await sentTo({ url: 'http://hub.example/x' })).toBeUndefined();
	expect(await sentTo({ url: 'blob:https://hub.example/x' })).toBeUndefined();
});

test('options that weaken the connection are removed in both forms', async () => {
	const weak = {
		skipSslCertificateValidation: true,
		rejectUnauthorized: false,
		agentOptions: { rejectUnauthorized: false, ca: 'another', servername: 'evil.example' },
		followRedirect: true,
		followAllRedirects: true,
		maxRedirects: 5,
	};
	for (const field of ['url', 'uri'])
		expect(await authenticated({ [field]: `${hub}/x`, ...weak })).toMatchObject({
			skipSslCertificateValidation: false,
			rejectUnauthorized: true,
			agentOptions: undefined,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
});

test('a proxy never reads the tokens, and is only used as a tunnel', async () => {
	const proxy = 'http://evil.example:3128';
	expect((await authenticated({ url: `${hub}/x`, proxy })).proxy).toBe(proxy);
	const baseUrl = 'http://127.0.0.1:5690';
	expect((await authenticated({ url: `${baseUrl}/x`, proxy }, { baseUrl })).proxy).toBeUndefined();
});

test.each(['Host', 'host', 'HOST', ' hOsT '])('the header %j is left out', async (name) => {
	const { headers } = await authenticated({
		url: `${hub}/x`,
		headers: { [name]: 'evil.example', Accept: 'text/plain' },
	});
	expect(headers).toMatchObject({
		Accept: 'text/plain',
		'App-Token': 'the-app-token',
		Authorization: 'Bearer the-access-token',
	});
	expect(Object.keys(headers).filter((each) => each.trim().toLowerCase() === 'host')).toEqual([]);
});

test('the options object of the other node stays unchanged', async () => {
	const options = { uri: `${hub}/x`, headers: { Accept: '*/*' } };
	await authenticated(options);
	expect(options).toEqual({ uri: `${hub}/x`, headers: { Accept: '*/*' } });
});

test('API Key and Secret Key take any character, and an App Token takes Latin-1', async () => {
	const changes = { apiKey: '“key”\u{1f511}', secretKey: 'a\nb\u200b', appToken: 'ação-~!' };
	expect((await authenticated({ url: `${hub}/x` }, changes)).headers['App-Token']).toBe('ação-~!');
});
