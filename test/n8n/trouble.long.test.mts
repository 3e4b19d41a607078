import type { INodeParameters } from 'n8n-workflow';
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
	test('from a wrong secret to the corrected credential, a hub that limits everything, and its echoes', async () => {
		const wrong = 'wrong-secret-key-of-a-user';
		const credential = await storeCredential(n8n, hub, { secretKey: wrong });
		const run = async (parameters: INodeParameters, used = credential) => {
			const node = hubNode('marketplaceHub', parameters, used);
			const execution = await runNodes(n8n, { ...node, onError: 'continueRegularOutput' });
			const secrets = { key: hub.apiKey, secret: hub.secretKey, wrong };
			expect(findInText(execution.raw, secrets)).toEqual([]);
			return outputOf(execution, 'Hub');
		};
		const list = { resource: 'order', operation: 'getMany', returnAll: true };

		// five executions with a credential that the hub does not accept: one login
		for (let execution = 1; execution <= 5; execution++) {
			const [said] = await run(list);
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
		expect(await run(list, right)).toHaveLength(120);

		// a hub that answers 429 for good: the longest wait ends it
		hub.faults.add({
			kind: 'status',
			status: 429,
			endpoint: 'orderList',
			times: Infinity,
			headers: { 'Retry-After': '999999' },
		});
		const began = performance.now();
		const [limited] = await run({ ...list, options: { longestWait: 0.1 } }, right);
		expect(performance.now() - began).toBeLessThan(20_000);
		expect(`${limited?.error} ${limited?.description}`).toMatch(/429[\s\S]*Longest Wait/);
		hub.faults.clear();

		// a hub that repeats the secrets it knows, in messages and in records
		const text = [hub.secretKey, hub.apiKey]
			.flatMap((secret) => [secret, Buffer.from(`x:${secret}`).toString('base64')])
			.join(' ');
		hub.faults.add({
			kind: 'status',
			status: 400,
			endpoint: 'orderGet',
			body: { error: text, details: Array.from({ length: 5_000 }, () => text) },
		});
		const { idPedido, cliente } = [...hub.state.orders.values()][0]!;
		const get = {
			resource: 'order',
			operation: 'get',
			idPedido: { __rl: true, mode: 'id', value: String(idPedido) },
			simplify: false,
		};
		const [refused] = await run(get, right);
		expect(String(refused?.error)).toContain('***');
		expect(JSON.stringify(refused).length).toBeLessThan(12_000);
		cliente.nome = `Maria ${text}`;
		const [order] = await run(get, right);
		expect((order?.cliente as { nome: string }).nome).toMatch(/^Maria \*\*\*/);
	});

	test('a maintenance page in place of the hub: the credential is not refused, and works as soon as the hub is back', async () => {
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

	test('a hub that takes more than 20 s for each answer: one exchange, and the request succeeds', async () => {
		const { execution, exchanges, tested } = await atSlowHub;
		expect(execution.status).toBe('success');
		expect(exchanges).toBe(1);
		expect(tested).toMatchObject({ status: 'OK' });
	}, 180_000);
});
