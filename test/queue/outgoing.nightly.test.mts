import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { hubNode, runNodes, signIn, storeCredential } from '../n8n/session.mts';
import { notificationOf, send, triggerWorkflow } from '../n8n/triggersSupport.mts';
import { ConnectProxy } from '../server/connectProxy.mts';
import { deleteFolder } from '../server/deleteFolder.mts';
import { withoutEditor } from '../server/n8nProcess.mts';
import { Nginx } from '../server/nginx.mts';
import { installPackage, packPackage } from '../server/pack.mts';
import { PrivateAuthority } from '../server/privateAuthority.mts';
import { outputOf, webhookUrl } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { waitFor } from '../server/wait.mts';

/** A name that leads nowhere but through the proxy. */
const HOST = 'hub.example.invalid';

describe('a hub behind a corporate proxy with a private certificate authority', () => {
	const authority = new PrivateAuthority();
	const proxy = new ConnectProxy();
	const baseUrl = `https://${HOST}`;
	const home = mkdtempSync(join(tmpdir(), 'n8n-home-'));
	let front: Nginx;
	let hub: Hub;
	let n8n: N8nServer;

	beforeAll(async () => {
		await authority.create();
		front = new Nginx(await authority.certify(HOST));
		hub = await startHub({ requireHttps: true });
		await front.start(hub.url);
		await proxy.start(front.port);
		await installPackage(home, await packPackage(home));
	});
	afterEach(async () => {
		await n8n.stop();
		proxy.asked.length = 0;
	});
	afterAll(async () => {
		await deleteFolder(home);
		await proxy.stop();
		await front.remove();
		await hub.stop();
		authority.remove();
	});

	/** An n8n with this environment, signed in, and a credential for the hub. */
	const start = async (env: NodeJS.ProcessEnv) => {
		const direct = { NO_PROXY: '127.0.0.1,localhost' };
		n8n = new N8nServer({ home, env: { ...withoutEditor, ...direct, ...env } });
		await n8n.start();
		const rest = await signIn(n8n);
		return { rest, credential: await storeCredential(rest, hub, { baseUrl }) };
	};

	test('HTTPS_PROXY and NODE_EXTRA_CA_CERTS apply to dialog, node and trigger', async () => {
		const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority.certificate };
		const { rest, credential } = await start(env);
		expect(await rest.testCredential(credential)).toMatchObject({ status: 'OK' });

		const parameters = { resource: 'product', operation: 'getMany', returnAll: true };
		const listed = await runNodes(rest, hubNode('marketplaceHub', parameters, credential));
		expect(outputOf(listed, 'Hub')).toHaveLength(hub.state.products.size);

		const workflow = await triggerWorkflow(rest, 'marketplaceHubTrigger', credential);
		await rest.publish(workflow);
		const { idPedido } = hub.createOrder();
		const notification = notificationOf({ url: baseUrl }, idPedido);
		const url = webhookUrl(n8n.url, workflow.nodes[0]!);
		expect(await send(url, JSON.stringify(notification))).toMatchObject({ status: 200 });
		const [execution] = await rest.finishedExecutions(workflow);
		expect(outputOf(execution!, 'Trigger')).toMatchObject([{ idPedido, status: 'novo' }]);
		await waitFor(() => hub.state.queue.size === 0, { what: 'the acknowledgement' });

		expect(proxy.asked).toContain(`${HOST}:443`);
		expect(hub.count({ status: 406 })).toBe(0);
	});

	test('the dialog reports an authority that n8n does not know, and no key is sent', async () => {
		const before = hub.log.length;
		const { rest, credential } = await start({ HTTPS_PROXY: proxy.url });
		const { status, message } = await rest.testCredential(credential);
		expect(status).toBe('Error');
		expect(message).toContain(`could not be reached at ${baseUrl}`);
		expect(hub.log).toHaveLength(before);
	});
});
