import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { signIn, storeCredential, useHub, useOwnServer } from '../n8n/session.mts';
import { notificationOf, send, triggerWorkflow } from '../n8n/triggersSupport.mts';
import { Nginx } from '../server/nginx.mts';
import { webhookUrl } from '../server/rest.mts';

const hub = await useHub();
const n8n = await useOwnServer({ N8N_PROXY_HOPS: '1' });
const nginx = new Nginx();
await nginx.start(n8n.url);
afterAll(async () => await nginx.remove());
const rest = await signIn(n8n);
const credential = await storeCredential(rest, hub);

describe('calls from strangers, n8n behind nginx with N8N_PROXY_HOPS=1', () => {
	/** The path of a published trigger. */
	const publish = async (settings: { allowedIps?: string }, guard = credential) => {
		const workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', guard, { settings });
		await rest.publish(workflow);
		return webhookUrl('', workflow.nodes[0]!);
	};
	const body = () => JSON.stringify(notificationOf(hub, hub.createOrder().idPedido));
	/** A caller with this address. */
	const from = (localAddress: string) => new Agent({ localAddress });

	test.each([
		{ allowedIps: '127.0.0.2', caller: '127.0.0.2', family: 4, status: 200 },
		{ allowedIps: '127.0.0.2', caller: '127.0.0.3', family: 4, status: 403 },
		{ allowedIps: '::ffff:127.0.0.2', caller: '127.0.0.2', family: 4, status: 200 },
		{ allowedIps: '::1', caller: '::1', family: 6, status: 200 },
		{ allowedIps: '127.0.0.0/8', caller: '::1', family: 6, status: 403 },
	] as const)(
		'$caller where $allowedIps may call: $status, with any X-Forwarded-For',
		async ({ allowedIps, caller, family, status }) => {
			const address = nginx.url(family) + (await publish({ allowedIps }));
			const type = { 'content-type': 'application/json' };
			const plain = await send(address, body(), type, from(caller));
			const madeUp = status === 200 ? '203.0.113.7' : '127.0.0.2, ::1, 127.0.0.1';
			const headers = { ...type, 'x-forwarded-for': madeUp };
			const forged = await send(address, body(), headers, from(caller));
			expect([plain.status, forged.status]).toEqual([status, status]);
		},
	);

	test.each(['allowedIps', 'webhookSecret'] as const)(
		'a stranger is turned away before a body of 15 MB has arrived (%s)',
		async (guard) => {
			const guarded = await storeCredential(rest, hub, { webhookSecret: 'open sesame' });
			const path =
				guard === 'webhookSecret'
					? await publish({}, guarded)
					: await publish({ allowedIps: '203.0.113.7' });
			let stop = false;
			let sent = 0;
			async function* endless() {
				for (; !stop && sent < 15; sent++) {
					yield Buffer.alloc(2 ** 20, '{');
					await pause(200);
				}
			}
			const reply = await request(n8n.url + path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: Readable.from(endless()),
			});
			stop = true;
			expect(reply.statusCode).toBe(403);
			expect(sent).toBeLessThan(15);
			await reply.body.dump();
		},
	);

	test("the credential's secret is in no execution", async () => {
		const guarded = await storeCredential(rest, hub, { webhookSecret: 'never-stored-anywhere' });
		const workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', guarded, {});
		await rest.publish(workflow);
		const address = webhookUrl(nginx.url(), workflow.nodes[0]!);
		expect((await send(address, body())).status).toBe(403);
		expect((await send(`${address}?secret=never-stored-anywhere`, body())).status).toBe(200);
		const [execution] = await rest.finishedExecutions(workflow);
		expect(execution!.status).toBe('success');
		expect(execution!.raw).not.toContain('never-stored-anywhere');
	});
});
