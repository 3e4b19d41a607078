import type { INode } from 'n8n-workflow';
import { afterAll, expect, test } from 'vitest';
import { startHub } from '../hub/index.mts';
import { serve } from '../support/otherServer.mts';
import { httpNode, manualStart, saveWorkflow, signIn, storeCredential, to } from './session.mts';

/** Version 1 knows no credential types of packages. */
const OLDEST_VERSION = 2;
const httpRequest = 'n8n-nodes-base.httpRequest';
const statuses = [301, 302, 307, 308];
const methods = ['GET', 'POST'];

/** What a user may have set in the node: nothing, or that redirects are followed. */
const optionsOf = (version: number) => [
	{},
	version < 3
		? { followRedirect: true, followAllRedirects: true }
		: { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } },
];

/** Requests that reached the foreign server, and paths that the redirecting hub was asked for. */
const foreign: string[] = [];
const asked = new Set<string>();
const stranger = await serve((request, response) => {
	foreign.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
	response.end('{}');
});
const hub = await serve((request, response) => {
	if (request.url === '/v1/logistic/auth') {
		response.writeHead(201, { 'Content-Type': 'application/json' });
		return response.end('{"token":"a-token"}');
	}
	// how the credential finds out whether its token is still accepted
	if (request.url?.startsWith('/v1/orders?') === true) return response.end('{}');
	asked.add(request.url ?? '');
	const status = Number(/\/(\d+)$/.exec(request.url ?? '')?.[1]);
	return response.writeHead(status, { Location: stranger.url + request.url }).end();
});
afterAll(async () => await Promise.all([stranger.stop(), hub.stop()]));

test('no version of the HTTP Request node follows a redirect with the credential', async () => {
	const [n8n, keys] = await Promise.all([signIn(), startHub()]);
	await keys.stop();
	const credential = await storeCredential(n8n, keys, { baseUrl: hub.url });
	const types = (await n8n.nodeTypes()).filter(({ name }) => name === httpRequest);
	const versions = types.flatMap(({ version }) => version).filter((each) => each >= OLDEST_VERSION);
	expect(versions).toEqual(expect.arrayContaining([2, 3, 4, 4.1, 4.2, 4.3, 4.4]));
	const nodes = versions.flatMap((typeVersion) =>
		statuses.flatMap((status) =>
			methods.flatMap((method) =>
				optionsOf(typeVersion).map(
					(options, index): INode => ({
						...httpNode(credential, {
							[typeVersion < 3 ? 'requestMethod' : 'method']: method,
							url: `${hub.url}/v${typeVersion}/${method}/${index}/${status}`,
							options,
						}),
						name: `v${typeVersion} ${method} ${status} ${index}`,
						typeVersion,
						onError: 'continueRegularOutput',
					}),
				),
			),
		),
	);
	const workflow = await saveWorkflow(n8n, [manualStart(), ...nodes], {
		Start: to(...nodes.map(({ name }) => name)),
	});
	const execution = await n8n.run(workflow, 'Start');
	expect(execution.error?.message).toBeUndefined();
	expect(asked.size).toBe(nodes.length);
	expect(foreign).toEqual([]);
});
