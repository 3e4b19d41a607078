import { expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';
import { createN8n } from '../../engine/n8n.mts';
import { credentialData, credentialType, packageName } from '../../engine/nodes.mts';
import { exchangeElsewhere } from '../../support/exchange.mts';
import { setup } from '../../support/setup.mts';
import { idsOf, pollOnce } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

/** A trigger keeps the credential that it has read for a while: for this file, longer than any test. */
const timing = { credentialFreshness: 600_000 };
const { at, trigger, poll } = setupTrigger('marketplaceHubQueueTrigger', { timing });

/* The credential that a trigger keeps. */

test('the credential is read once for many polls', async () => {
	const { n8n } = at;
	const { getDecrypted } = n8n.credentials;
	let reads = 0;
	n8n.credentials.getDecrypted = async (...args) => {
		reads++;
		return await getDecrypted.apply(n8n.credentials, args);
	};
	const workflow = trigger();
	await poll(workflow);
	reads = 0;
	await poll(workflow);
	await poll(workflow);
	expect(reads).toBe(0);
});

test('the credential is read again after a 401, and the token of another process is used', async () => {
	const { hub, n8n } = at;
	const workflow = trigger();
	await poll(workflow);
	Object.assign(n8n.stored(), await exchangeElsewhere(hub));
	const { idPedido } = hub.createOrder();
	hub.clearLog();
	expect(idsOf(await poll(workflow))).toEqual([idPedido]);
	expect(hub.count({ status: 401 })).toBe(1);
	expect(hub.count({ endpoint: 'auth' })).toBe(0);
});

test('another credential of the node is used at once', async () => {
	const { hub } = at;
	const { hub: other } = await setup({ timing });
	const { nodes, credentials } = await loadBuiltPackage();
	const stored = [hub, other].map((each, index) => ({
		id: `c${index + 1}`,
		name: 'Hub',
		type: credentialType,
		data: credentialData(each),
	}));
	const n8n = createN8n({ packageName, nodes, credentials, stored });
	const workflow = trigger({ acknowledgement: 'workflow' });
	expect(await pollOnce(n8n, workflow)).toEqual([]);

	const elsewhere = Array.from({ length: 3 }, () => other.createOrder().idPedido);
	workflow.getNode('Trigger')!.credentials = { [credentialType]: { id: 'c2', name: 'Hub' } };
	expect(idsOf(await pollOnce(n8n, workflow))).toEqual(elsewhere);
});
