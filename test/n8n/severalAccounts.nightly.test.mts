import { expect, test } from 'vitest';
import type { Hub } from '../hub/index.mts';
import { outputOf } from '../server/rest.mts';
import { addSimple, heldBy } from '../support/sync.mts';
import { hubNode, manualWorkflow, nodeOf, signIn, storeCredential, useHub } from './session.mts';

const n8n = await signIn();
const [one, other] = [await useHub(), await useHub()];
/** A credential whose fields are expressions, as an agency has one for all its sellers. */
const perItem = {
	baseUrl: '={{ $json.url }}',
	apiKey: '={{ $json.apiKey }}',
	secretKey: '={{ $json.secretKey }}',
};
const credential = await storeCredential(n8n, one, perItem);

const keysOf = ({ url, apiKey, secretKey }: Hub) => ({ url, apiKey, secretKey });

test('200 items of two sellers in turn go to their own sellers, and the credential keeps its expressions', async () => {
	for (const hub of [one, other]) addSimple(hub, 200);
	const sellers = [one, other].map(keysOf);
	const rows = Array.from({ length: 200 }, (_, index) => ({
		...sellers[index % 2],
		sku: `P${index}`,
		estoque: 11 + 11 * (index % 2),
	}));
	const list = nodeOf('List', 'set', {
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
	});
	const split = nodeOf('Rows', 'splitOut', {
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'rows', options: {} },
	});
	const update = hubNode(
		'marketplaceHub',
		{ resource: 'stock', operation: 'updateBatch', inputMode: 'auto' },
		credential,
	);
	const workflow = await manualWorkflow(n8n, list, split, update);
	for (const run of [1, 2]) {
		const execution = await n8n.run(workflow, 'Start');
		expect(execution.error?.message, `run ${run}`).toBeUndefined();
		expect(outputOf(execution, update.name)).toHaveLength(200);
	}
	expect([heldBy(one, 'P0'), heldBy(one, 'P1')]).toMatchObject([{ estoque: 11 }, { estoque: 5 }]);
	expect([heldBy(other, 'P0'), heldBy(other, 'P1')]).toMatchObject([
		{ estoque: 5 },
		{ estoque: 22 },
	]);
	for (const hub of [one, other]) {
		expect(hub.count({ endpoint: 'auth' })).toBe(1);
		expect(hub.count({ status: 401 })).toBe(0);
	}
	expect(await n8n.storedCredential(credential)).toMatchObject({ baseUrl: perItem.baseUrl });
});
