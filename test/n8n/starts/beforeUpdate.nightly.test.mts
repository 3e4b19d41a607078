import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withoutEditor } from '../../server/n8nProcess.mts';
import { webhookUrl } from '../../server/rest.mts';
import { RestError } from '../../server/restSession.mts';
import { N8nServer } from '../../server/server.mts';
import { signIn, storeCredential, useHub } from '../session.mts';
import { notificationOf, send, triggerWorkflow } from '../triggersSupport.mts';

/** The steps of docs/before-you-update.md, on the n8n before version 3. */
const hub = await useHub();
const env: NodeJS.ProcessEnv = { ...withoutEditor };
const server = new N8nServer({ env });
afterAll(async () => await server.remove());
const packageFolder = await server.install();
await server.start();
const n8n = await signIn(server);
const credential = await storeCredential(n8n, hub);

interface Report {
	instanceResults: Array<{ ruleId: string }>;
}

/** What n8n's migration report says about version 3. */
const migrationReport = async () =>
	(
		await n8n.request<{ report: Report }>(
			'POST',
			'/rest/breaking-changes/report/refresh?version=v3',
		)
	).report;
const idsOf = (results: Array<{ ruleId: string }>) => results.map(({ ruleId }) => ruleId);

test('the migration report names the variable; an installed package loads without it, but a package without its folder fails although the workflow looks published', async () => {
	const workflow = await triggerWorkflow(n8n, 'marketplaceHubTrigger', credential);
	await n8n.publish(workflow);
	const url = webhookUrl(server.url, workflow.nodes[0]!);
	const call = async () => {
		const { idPedido } = hub.createOrder();
		return await send(url, JSON.stringify(notificationOf(hub, idPedido)));
	};
	const restart = async (variable: string) => {
		env.N8N_UNVERIFIED_PACKAGES_ENABLED = variable;
		await server.start();
		await n8n.signIn();
	};
	const publication = async () =>
		(
			await n8n.request<{ status: string }>(
				'GET',
				`/rest/workflows/${workflow.id}/publication-status`,
			)
		).status;
	const rule = 'unverified-packages-v3';
	expect((await call()).status).toBe(200);
	expect(idsOf((await migrationReport()).instanceResults)).toContain(rule);

	await server.stop();
	await restart('false');
	expect((await call()).status).toBe(200);
	const installing = n8n.request('POST', '/rest/community-packages', {
		name: 'n8n-nodes-marketplace-hub',
	});
	await expect(installing).rejects.toThrow(RestError);
	await expect(installing).rejects.toThrow('unverified community packages is forbidden');

	await server.stop();
	const away = join(server.home, 'taken away');
	await rename(packageFolder, away);
	await restart('false');
	expect(await call()).toMatchObject({
		status: 400,
		json: { message: 'Unrecognized node type: n8n-nodes-marketplace-hub.marketplaceHubTrigger' },
	});
	expect(server.hasPrinted('Unrecognized node type')).toBe(true);
	expect(await publication()).toBe('published');

	await server.stop();
	await rename(away, packageFolder);
	await restart('true');
	expect(await call()).toMatchObject({ status: 200, json: { status: 'novo' } });
	expect(await publication()).toBe('published');
	expect(idsOf((await migrationReport()).instanceResults)).not.toContain(rule);
}, 600_000);
