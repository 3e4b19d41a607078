import { describe, expect, test } from 'vitest';
import { startHub } from '../hub/index.mts';
import { outputOf, type Credential } from '../server/rest.mts';
import { findInText } from './secrets.mts';
import { hubNode, runNodes, signIn, storeCredential, useHub } from './session.mts';

const hub = await useHub({ seed: { orders: 120 } });
const n8n = await signIn();

const ping = { resource: 'connection', operation: 'ping' };
const pingWith = async (credential: Credential) =>
	await runNodes(n8n, hubNode('marketplaceHub', ping, credential));

/** A run and a test of the credential at a hub that takes more than 20 s for each answer. */
async function useSlowHub() {
	const slow = await startHub();
	slow.faults.add({ kind: 'slow', delay: 21_000, path: /./, times: Infinity });
	const credential = await storeCredential(n8n, slow);
	const execution = await pingWith(credential);
	const exchanges = slow.count({ endpoint: 'auth' });
	const tested = await n8n.testCredential(credential);
	await slow.stop();
	return { execution, exchanges, tested };
}
/** Begun first: it mostly waits, while the other tests run. */
const atSlowHub = useSlowHub();

describe('trouble stays small in a real n8n', () => {
	test('a wrong secret costs one login for five executions, and the corrected credential works at once', async () => {
		const wrong = 'wrong-secret-key-of-a-user';
		const credential = await storeCredential(n8n, hub, { secretKey: wrong });
		const run = async (used = credential) => {
			const list = { resource: 'order', operation: 'getMany', returnAll: true };
			const node = hubNode('marketplaceHub', list, used);
			const execution = await runNodes(n8n, { ...node, onError: 'continueRegularOutput' });
			const secrets = { key: hub.apiKey, secret: hub.secretKey, wrong };
			expect(findInText(execution.raw, secrets)).toEqual([]);
			return outputOf(execution, 'Hub');
		};

		// five executions with a credential that the hub does not accept: one login
		for (let execution = 1; execution <= 5; execution++) {
			const [said] = await run();
			expect(String(said?.error)).toMatch(/did not accept the credential \(401/);
		}
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
		expect(hub.log).toHaveLength(1);

		// the dialog's test asks all the same
		expect(await n8n.testCredential(credential)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/did not accept/),
		});
		expect(hub.count({ endpoint: 'auth' })).toBe(2);
		// the request of the test, and what n8n then asks for
		expect(hub.log).toHaveLength(3);

		// the right keys work at once
		const right = await storeCredential(n8n, hub);
		expect(await run(right)).toHaveLength(120);
	});

	test('a maintenance page does not count as a refusal, and the credential works again once the hub is back', async () => {
		const credential = await storeCredential(n8n, hub);
		expect((await pingWith(credential)).status).toBe('success');
		hub.tokens.expire();
		hub.faults.add({ kind: 'html', status: 200, endpoint: 'auth', times: Infinity });
		const { error } = await pingWith(credential);
		expect(error?.message).toMatch(/The hub is not reachable now/);
		const fresh = await startHub();
		fresh.faults.add({ kind: 'html', status: 200, endpoint: 'auth', times: Infinity });
		const untested = await storeCredential(n8n, fresh);
		const { message } = await n8n.testCredential(untested);
		expect(message).toMatch(/is not the hub's API.*Check the Base URL/);
		hub.faults.clear();
		fresh.faults.clear();
		expect((await pingWith(credential)).status).toBe('success');
		expect(await n8n.testCredential(untested)).toMatchObject({ status: 'OK' });
		await fresh.stop();
	});

	test('a hub that takes more than 20 s for each answer gets one exchange, and the request succeeds', async () => {
		const { execution, exchanges, tested } = await atSlowHub;
		expect(execution.status).toBe('success');
		expect(exchanges).toBe(1);
		expect(tested).toMatchObject({ status: 'OK' });
	}, 180_000);
});
