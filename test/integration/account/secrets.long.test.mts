import { describe, expect, test } from 'vitest';
import { startN8n, type NodeResult } from '../../engine/nodes.mts';
import { everyOperation, parametersOf, completeSeed } from '../../support/everyOperation.mts';
import { expectNoSecret, shownIn } from '../../support/secrets.mts';
import { setupEach } from '../../support/setup.mts';
import { answer, op } from '../../support/items.mts';
import { everything } from '../../support/waits.mts';
const secrets = {
	appToken: 'S3CR3T-app-token',
	apiKey: 'S3CR3T-api-key',
	secretKey: 'S3CR3T-secret-key',
};
const at = setupEach({
	timing: { minute: 20 },
	...secrets,
	environment: 'production',
	seed: completeSeed,
	batchDuration: 0,
	limits: false,
});

/** All secrets here begin alike, so that no part of one shows either. */
const expectNothingShown = (result: NodeResult, ...tokens: string[]) => {
	expectNoSecret(at.hub, at.n8n, result, ['S3CR3T', 'Bearer', ...tokens]);
};

test('the log of the hub holds the secrets', async () => {
	await at.n8n.run(op('order getMany'));
	const text = JSON.stringify(at.hub.log);
	for (const secret of [...Object.values(secrets), at.hub.tokens.current!])
		expect(text).toContain(secret);
});

const operations = Object.keys(everyOperation).filter(
	(name) =>
		!/^(sandboxOrder|batch|list|workflow|order convertToRows|shipmentLabel findNew|stock calculateAvailable)( |$)/.test(
			name,
		),
);

const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

describe.each(operations)('%s', (name) => {
	test('shows no secret on success, nor after a refusal that repeats the whole request', async () => {
		const { hub, n8n } = at;
		const parameters = parametersOf(name, hub);
		const done = await n8n.done(parameters);
		expectNothingShown(done);

		const token = hub.tokens.current!;
		const echo = `App-Token ${secrets.appToken} Authorization Bearer ${token} ${secrets.apiKey} ${secrets.secretKey}`;
		const plain = `${secrets.appToken} ${token} ${secrets.apiKey} ${secrets.secretKey}`;
		for (const status of [400, 500]) {
			const body = { error: plain, details: [plain, echo.replace('Bearer ', '')] };
			hub.faults.add({ path: everything, kind: 'status', status, body, times: Infinity });
			for (const onError of status === 400 ? modes : modes.slice(0, 1)) {
				const refused = await n8n.run(parameters, [{}], { onError });
				expectNothingShown(refused, token);
				expect(shownIn(refused)).toContain('***');
			}
			hub.faults.clear();
		}
	});
});

test('a 401 that repeats its token shows none, for each of three tokens', async () => {
	const { hub } = at;
	for (let exchange = 0; exchange < 3; exchange++) {
		const n8n = await startN8n(hub);
		await n8n.run(op('order getMany'));
		const old = hub.tokens.current!;
		answer(hub, 'orderList', { error: `token ${old} expirou` }, 401, Infinity);
		expectNothingShown(await n8n.run(op('order getMany')), old);
		hub.faults.clear();
	}
});
