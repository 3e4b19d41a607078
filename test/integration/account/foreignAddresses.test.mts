import { expect, test } from 'vitest';
import { startHub } from '../../hub/index.mts';
import { writingsOf } from '../../support/foreignAddresses.mts';
import { shown } from '../../support/items.mts';
import { otherNode } from '../../support/otherNode.mts';
import { listen } from '../../support/otherServer.mts';
import { setup } from '../../support/setup.mts';

/** A hub, and a server that must never be asked for anything. */
async function besideAnother() {
	const seen: string[] = [];
	const url = await listen((request, response) => {
		seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
		response.end('{}');
	});
	const { hub } = await setup();
	return { hub, seen, evil: new URL(url).host };
}

const helpers = [
	['httpRequest', 'url'],
	['request', 'uri'],
] as const;

// the client of this n8n-core sends to http:host, as that of n8n 2.8.4 does
test.each(helpers)(
	'no spelling of an address takes the credential to another server, by %s',
	async (helper, field) => {
		const { hub, seen, evil } = await besideAnother();
		for (const writing of writingsOf(evil))
			for (const baseURL of [undefined, hub.url, `${hub.url}/v1`]) {
				const run = await otherNode(hub, helper, { [field]: writing, baseURL, json: true });
				const result = await run();
				const message = shown(result.nodeError('Node') ?? result.error);
				// after a baseURL most of them are paths of the hub
				if (baseURL === undefined) expect(message).toMatch(/and is not sent to/);
			}
		expect(seen).toEqual([]);
	},
	60_000,
);

test.each(helpers)(
	'a relative address is appended to a Base URL with a path, by %s',
	async (helper, field) => {
		const hub = await startHub({ prefix: '/hub/api' });
		const run = await otherNode(hub, helper, {
			[field]: '/v1/orders',
			baseURL: hub.url,
			qs: { offset: 0, limit: 1 },
			json: true,
		});
		expect((await run()).json('Node')).toMatchObject([{ pedidos: [] }]);
		expect(hub.log.at(-1)?.rawUrl).toBe('/hub/api/v1/orders?offset=0&limit=1');
		await hub.stop();
	},
);

test.each(helpers)(
	'an address beyond ASCII is sent percent-encoded, by %s',
	async (helper, field) => {
		const { hub } = await setup();
		const run = await otherNode(hub, helper, {
			[field]: `${hub.url}/v1/products/calça`,
			json: true,
		});
		await run();
		expect(hub.log.map(({ rawUrl }) => rawUrl)).toContain('/v1/products/cal%C3%A7a');
	},
);

test.each(helpers)('a proxy is not used for plain http, by %s', async (helper, field) => {
	const { hub, seen, evil } = await besideAnother();
	const run = await otherNode(hub, helper, {
		[field]: `${hub.url}/v1/orders?offset=0&limit=1`,
		headers: { HOST: evil },
		proxy: `http://${evil}`,
		json: true,
	});
	await run();
	expect(seen).toEqual([]);
	expect(hub.log.at(-1)?.headers.host).toBe(new URL(hub.url).host);
});
