import type { INode } from 'n8n-workflow';
import { afterAll, expect, test } from 'vitest';
import { serve } from '../support/otherServer.mts';
import { writingsOf } from '../support/foreignAddresses.mts';
import { httpNode, manualStart, saveWorkflow, to, useN8n } from './session.mts';

/** What reached a server that has no part in it. */
const seen: string[] = [];
const stranger = await serve((request, response) => {
	seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
	response.end('{}');
});
afterAll(stranger.stop);
const evil = new URL(stranger.url).host;
const { hub, n8n, credential } = await useN8n();
const orders = `${hub.url}/v1/orders?offset=0&limit=1`;

/** As an expression that gives this text: a text field would lose control characters. */
const expressionOf = (text: string) => `={{ ${JSON.stringify(text)} }}`;

const nextUrl = (address: string) => ({
	pagination: {
		pagination: {
			paginationMode: 'responseContainsNextURL',
			nextURL: `={{ $pageCount > 0 ? ${JSON.stringify(address)} : ${JSON.stringify(orders)} }}`,
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $pageCount >= 2 }}',
			limitPagesFetched: true,
			maxRequests: 2,
		},
	},
});

const asking = (name: string, url: string, options: object = {}): INode => ({
	...httpNode(credential, { url, options: options as INode['parameters'] }),
	name,
	onError: 'continueRegularOutput',
});

test.each([
	[
		'a next URL of its pagination',
		(address: string, name: string) => asking(name, orders, nextUrl(address)),
	],
	['its URL', (address: string, name: string) => asking(name, expressionOf(address))],
	[
		'a proxy and a Host header, with certificates unchecked',
		(address: string, name: string): INode => {
			const node = asking(name, orders, { proxy: address, allowUnauthorizedCerts: true });
			const headerParameters = { parameters: [{ name: 'hOST', value: evil }] };
			return { ...node, parameters: { ...node.parameters, sendHeaders: true, headerParameters } };
		},
	],
])(
	'the HTTP Request node never takes the credential to another server, by %s',
	async (_, nodeOf) => {
		const nodes = writingsOf(evil).map((address, index) => nodeOf(address, `Address ${index}`));
		const names = nodes.map(({ name }) => name);
		const workflow = await saveWorkflow(n8n, [manualStart(), ...nodes], { Start: to(...names) });
		const execution = await n8n.run(workflow, 'Start');
		expect(execution.error?.message).toBeUndefined();
		expect(seen).toEqual([]);
		expect(hub.count({ path: '/v1/orders' })).toBeGreaterThan(0);
		for (const { headers } of hub.log) expect(headers.host).toBe(new URL(hub.url).host);
	},
);

test('a next URL that n8n lets through is refused with our message', async () => {
	const node = { ...asking('Hub', orders, nextUrl(`http://${evil}/x`)), onError: undefined };
	const workflow = await saveWorkflow(n8n, [manualStart(), node], { Start: to('Hub') });
	const execution = await n8n.run(workflow, 'Start');
	expect(execution.error?.message).toContain(
		`The credential is for ${hub.url} and is not sent to http://${evil}`,
	);
	expect(hub.count({ path: '/v1/orders' })).toBeGreaterThan(0);
	expect(seen).toEqual([]);
});
