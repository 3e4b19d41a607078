import { describe, expect, test } from 'vitest';
import { call, notificationOf, triggerWorkflow } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';
import { setup, type Setup } from '../../support/setup.mts';

const { at, trigger, create, notify } = setupTrigger('marketplaceHubTrigger', { prefix: '/api' });

describe('callers', () => {
	const allowedIps = '203.0.113.7, 198.51.100.0/24; 2001:db8::/33\n::1';

	test.each([
		['203.0.113.7', 200],
		['::ffff:203.0.113.7', 200],
		['203.0.113.8', 403],
		['198.51.100.255', 200],
		['198.51.101.0', 403],
		['2001:db8:7fff::1', 200],
		['2001:db8:8000::1', 403],
		['::1', 200],
		['::2', 403],
		['127.0.0.1', 403],
		['::ffff:c633:6401', 200],
		['', 403],
		['not an address', 403],
		['fe80::1%eth0', 403],
	])('a call from %s is answered %d', async (ip, status) => {
		const workflow = trigger({ settings: { allowedIps } });
		const outcome = await notify(workflow, create(1)[0]!, { request: { ip } });
		expect(outcome.status).toBe(status);
		expect(outcome.items === undefined).toBe(status === 403);
	});

	test.each(['={{ undefined }}', '={{ null }}', '={{ {} }}'])(
		'a Webhook Secret of %s admits nobody, and turns nobody away',
		async (webhookSecret) => {
			const { hub, n8n } = await setup({}, { webhookSecret });
			const order = hub.createOrder();
			const workflow = triggerWorkflow(n8n, 'marketplaceHubTrigger');
			const { status, items } = await call(n8n, workflow, notificationOf(hub, order.idPedido));
			expect(status).toBe(200);
			expect(items).toMatchObject([
				{ reason: expect.stringContaining('Webhook Secret') as string },
			]);
			expect(hub.state.queue.size).toBe(1);
		},
	);

	test('an entry of the allow-list that matches no address blocks publishing and is named', async () => {
		const publish = async (list: string) =>
			await at.n8n.webhookMethod(
				trigger({ settings: { allowedIps: list } }),
				'Trigger',
				'checkExists',
			);
		await expect(publish('203.0.113.7, 10.0.0.0/33')).rejects.toThrow("'10.0.0.0/33'");
		await expect(publish('localhost')).rejects.toThrow("'localhost'");
		await expect(publish(' , ')).rejects.toThrow("' , '");
		await expect(publish(allowedIps)).resolves.toBe(true);
		await expect(publish('')).resolves.toBe(true);
	});
});

test.each([',', '={{ "," }}', '={{ "abc" }}', '={{ "203.0.113.7:443" }}'])(
	'an allow-list of %s refuses no caller, and no order is read',
	async (allowedIps) => {
		const outcome = await notify(trigger({ settings: { allowedIps } }), create(1)[0]!);
		expect(outcome).toMatchObject({
			status: 200,
			items: [{ reason: expect.stringContaining('Allowed IP Addresses') as unknown }],
		});
		expect(at.hub.log).toEqual([]);
	},
);

describe("the credential's Webhook Secret", () => {
	const secret = 'open sesame';
	const order = ({ hub }: Setup) => notificationOf(hub, hub.createOrder().idPedido);

	test('may be a number from an expression', async () => {
		const guarded = await setup({}, { webhookSecret: 12345 });
		const told = async (query: Record<string, string>) =>
			(await call(guarded.n8n, trigger(), order(guarded), { query })).status;
		expect([await told({}), await told({ secret: '12345' })]).toEqual([403, 200]);
	});

	test.each([
		['right', { secret }, 200],
		['missing', {}, 403],
		['wrong', { secret: 'open sesam' }, 403],
		['empty', { secret: '' }, 403],
		['a list', { secret: ['open sesame'] }, 403],
		['an object', { secret: { toString: 'open sesame' } }, 403],
	])('a call whose secret is %s', async (_name, query, status) => {
		const guarded = await setup({}, { webhookSecret: secret });
		const outcome = await call(guarded.n8n, trigger(), order(guarded), { query: query as never });
		expect(outcome.status).toBe(status);
		expect(outcome.items === undefined).toBe(status === 403);
		if (status === 403) expect(guarded.hub.log).toEqual([]);
	});

	test('holds if the rest of the credential is unusable: the call is answered without reading an order', async () => {
		const broken = await setup({}, { webhookSecret: secret, baseUrl: 'no address' });
		expect((await call(broken.n8n, trigger(), order(broken))).status).toBe(403);
		const query = { secret };
		const outcome = await call(broken.n8n, trigger(), order(broken), { query });
		expect(outcome).toMatchObject({ status: 200, items: [{ reason: expect.any(String) }] });
		expect(outcome.items?.[0]?.idPedido).toBeUndefined();
		expect(broken.hub.log).toEqual([]);
	});

	test.each([
		['n8n cannot read', async () => await Promise.reject(new Error('no database'))],
		['n8n does not give in time', async () => await new Promise<never>(() => {})],
	])(
		'in a credential that %s: the call is answered without reading an order',
		async (_why, read) => {
			const guarded = await setup({}, { webhookSecret: secret });
			guarded.n8n.credentials.getDecrypted = read;
			const outcome = await call(
				guarded.n8n,
				trigger({ settings: { readTimeLimit: 0.2 } }),
				order(guarded),
			);
			expect(outcome).toMatchObject({ status: 200, items: [{ reason: expect.any(String) }] });
			expect(outcome.items?.[0]?.idPedido).toBeUndefined();
			expect(guarded.hub.log).toEqual([]);
		},
	);

	/** A trigger that reads its credential for each call; `fail` lets so many reads go wrong. */
	async function guarded(timing = { credentialFreshness: 0 }) {
		const current = await setup({ timing }, { webhookSecret: secret });
		const workflow = trigger();
		const { credentials } = current.n8n;
		const { getDecrypted } = credentials;
		let reads = 0;
		let broken = 0;
		credentials.getDecrypted = async (...args) => {
			reads++;
			if (broken-- > 0) throw new Error('no database');
			return await getDecrypted.apply(credentials, args);
		};
		return {
			...current,
			asks: async (query = {}) => await call(current.n8n, workflow, order(current), { query }),
			fail: (count: number) => void (broken = count),
			reads: () => reads,
		};
	}
	const unchecked = {
		status: 200,
		items: [{ reason: expect.stringContaining('Webhook Secret was not checked') as unknown }],
	};

	test('the secret that was read last decides while n8n cannot read the credential', async () => {
		const { asks, fail, hub } = await guarded();
		expect((await asks({ secret })).items?.[0]?.itens).toBeDefined();
		hub.clearLog();
		fail(1);
		expect(await asks()).toMatchObject(unchecked);
		fail(1);
		expect(await asks({ secret: 'wrong' })).toMatchObject(unchecked);
		expect(hub.log).toEqual([]);
		fail(1);
		expect((await asks({ secret })).items?.[0]?.itens).toBeDefined();
	});

	test('no order is read while the secret is unknown, even if n8n can read the credential a moment later', async () => {
		const { asks, fail, hub } = await guarded();
		for (const query of [{}, { secret }]) {
			fail(1);
			expect(await asks(query)).toMatchObject(unchecked);
		}
		expect(hub.log).toEqual([]);
	});

	test('a changed secret counts at once', async () => {
		const { asks, n8n } = await guarded({ credentialFreshness: 5_000 });
		expect((await asks({ secret })).status).toBe(200);
		n8n.stored().webhookSecret = 'another';
		expect((await asks({ secret: 'another' })).status).toBe(200);
		expect((await asks({ secret })).status).toBe(403);
	});

	test('fifty calls with a wrong secret cost few reads of the credential', async () => {
		const { asks, reads } = await guarded({ credentialFreshness: 5_000 });
		await asks({ secret });
		const before = reads();
		const outcomes = await Promise.all(Array.from({ length: 50 }, () => asks({ secret: 'no' })));
		expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([403]));
		expect(reads() - before).toBeLessThanOrEqual(3);
	});
});
