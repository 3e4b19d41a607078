import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { op } from '../../support/items.mts';
import { setup } from '../../support/setup.mts';

/* The token exchange at an address of its own, for hubs that have it elsewhere. */

const elsewhere = 'POST /v1/auth';
const credential = { customizeRoutes: true, routeAuth: ' post  /v1/auth ' };
const list = op('order getMany');

test("the node, the dialog's test and other nodes exchange the keys there", async () => {
	const { hub, n8n } = await setup({ routes: { auth: elsewhere } }, credential);
	await n8n.done(list);
	const other = await startN8n(hub, credential);
	expect(await other.testCredential('c1')).toMatchObject({ status: 'OK' });
	const { preAuthentication } = n8n.credentials.typeOf('marketplaceHubApi');
	const httpRequest = async ({ url, method, headers, body }: Record<string, unknown>) => {
		const answer = await fetch(String(url), { method, headers, body } as RequestInit);
		const { status: statusCode } = answer;
		return { statusCode, headers: {}, body: await answer.text() };
	};
	hub.tokens.expire();
	const helpers = { httpRequest };
	const data = { ...other.stored(), secretKey: hub.secretKey, accessToken: '' };
	await preAuthentication!.call({ helpers } as never, data);
	const asked = hub.log.filter(({ path }) => path.endsWith('auth')).map(({ path }) => path);
	expect(new Set(asked)).toEqual(new Set(['/v1/auth']));
});

test('an account with another exchange is another account', async () => {
	const { hub, n8n } = await setup({}, {});
	await n8n.done(list);
	const other = await startN8n(hub, credential);
	expect((await other.run(list)).nodeError?.message).toContain(
		'no token exchange at POST /v1/auth',
	);
	await n8n.done(list);
	expect(hub.tokens.issued).toBe(1);
});

test('items whose credential differs in the exchange are of different accounts', async () => {
	const expression = { customizeRoutes: true, routeAuth: '={{ $json.route }}' };
	const { hub, n8n } = await setup({ routes: { auth: elsewhere } }, expression);
	const items = [{ route: elsewhere }, { route: 'POST /v1/none' }];
	const result = await n8n.run(op('connection ping'), items, {
		onError: 'continueRegularOutput' as const,
	});
	expect(result.json()).toMatchObject([
		{ ok: true },
		{ error: expect.stringContaining('POST /v1/none') as unknown },
	]);
	expect(hub.tokens.issued).toBe(1);
});
