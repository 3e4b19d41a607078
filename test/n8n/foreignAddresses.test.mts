import type { INode } from 'n8n-workflow';
import { afterAll, expect, test } from 'vitest';
import { startHub } from '../hub/index.mts';
import { serve } from '../support/otherServer.mts';
import { httpNode, manualStart, saveWorkflow, signIn, storeCredential, to } from './session.mts';

/** What reached the foreign server. */
const foreign: string[] = [];
const stranger = await serve((request, response) => {
	foreign.push(`${request.url} ${JSON.stringify(request.headers)}`);
	response.end('{}');
});
const { host, port } = new URL(stranger.url);
/** How a next page may be written so that it means the foreign server to n8n's HTTP client. */
const forms = [
	`http:${host}/1`,
	`http:/${host}/2`,
	`http:\\${host}/3`,
	`http:\\\\${host}/4`,
	`HTTP:${host}/5`,
	` http:${host}/6`,
	`http:\t${host}/7`,
	`http:user@${host}/8`,
	`http:localhost:${port}/9`,
	`//${host}/10`,
	`http://${host}/11`,
];
const asked = new Set<number>();
const hub = await serve((request, response) => {
	response.setHeader('Content-Type', 'application/json');
	if (request.url === '/v1/logistic/auth')
		return response.writeHead(201).end('{"token":"a-token"}');
	const form = /^\/v1\/page\/(\d+)/.exec(request.url ?? '')?.[1];
	if (form === undefined) return response.end('{}');
	asked.add(Number(form));
	return response.end(JSON.stringify({ next: forms[Number(form)] }));
});
afterAll(async () => await Promise.all([stranger.stop(), hub.stop()]));

test('a next page in an answer never leads the credential to another host', async () => {
	const [n8n, keys] = await Promise.all([signIn(), startHub()]);
	await keys.stop();
	const credential = await storeCredential(n8n, keys, { baseUrl: hub.url });
	const pagination = {
		paginationMode: 'responseContainsNextURL',
		nextURL: '={{ $response.body.next }}',
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.next }}',
		limitPagesFetched: true,
		maxRequests: 3,
	};
	const nodes = forms.map(
		(_form, index): INode => ({
			...httpNode(credential, {
				url: `${hub.url}/v1/page/${index}`,
				options: { pagination: { pagination } },
			}),
			name: `form ${index}`,
			onError: 'continueRegularOutput',
		}),
	);
	const workflow = await saveWorkflow(n8n, [manualStart(), ...nodes], {
		Start: to(...nodes.map(({ name }) => name)),
	});
	const execution = await n8n.run(workflow, 'Start');
	expect(execution.error?.message).toBeUndefined();
	expect(asked.size).toBe(forms.length);
	expect(foreign).toEqual([]);
});
