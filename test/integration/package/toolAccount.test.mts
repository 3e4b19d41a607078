import { describe, expect, test } from 'vitest';
import { fromModel } from '../../support/agent.mts';
import { op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { callTool, type Caller, type ToolSetup } from '../../support/toolCallers.mts';

const at = setupEach({ seed: { orders: 3 } });

/** A tool that reads orders, of whose parameters the model gives one. */
const orders = (credential: ToolSetup['credential'], changes: Partial<ToolSetup> = {}) => ({
	hub: at.hub,
	parameters: op('order getMany', { limit: fromModel('limit', 'number') }),
	credential,
	...changes,
});
/** Keys that are those of the hub's seller unless `read` gives `other`. */
const unlessOther = (read: string) => ({
	apiKey: `={{ (${read}) === 'other' ? 'keys of another seller' : '${at.hub.apiKey}' }}`,
});
/** Keys that are those of the hub's seller only where `read` gives `own`. */
const ifOwn = (read: string) => ({
	apiKey: `={{ (${read}) === 'own' ? '${at.hub.apiKey}' : 'keys of another seller' }}`,
});
/** What the model gives; an agent's workflow starts with the same. */
const given = { seller: 'other', limit: 2 };

const refusal = 'The account is left to the model, and nothing was sent';

const ownItems = [
	...['$json', '$data', '$thisItem.json', '$item(0).$json'],
	...['$input.item.json', '$input.first().json', '$input.last().json', '$input.all()[0].json'],
];
const inItem = (read: string) => `JSON.stringify(${read}).includes('other') && 'other'`;
const fromTheModel = [
	"$parameter.limit === 2 && 'other'",
	"$node['Hub tool'].parameter.limit === 2 && 'other'",
	"$fromAI('limit') === 2 && 'other'",
	"$fromai('limit') === 2 && 'other'",
	"$evaluateExpression('{' + '{ $fr' + 'omAI(`limit`) }' + '}') === 2 && 'other'",
];
const ofTrigger = ["$('Trigger').first().json", "$('Trigger').all()[0].json", "$items('Trigger')"];

/** What the expressions of a credential can read of the model, by who calls the tool. */
const reads: Record<Caller, string[]> = {
	'an agent that calls its tools itself': [...ownItems, '$items()', ...ofTrigger].map(inItem),
	"an agent whose tools n8n's engine runs": [
		...[...ownItems, '$items()', ...ofTrigger, "$('Trigger').item.json"].map(inItem),
		"$json.limit === 2 && 'other'",
	],
	"an agent of n8n's own": ownItems.map(inItem),
	'an MCP server': ownItems.map(inItem),
	'a worker of an MCP server': [...ownItems, ...ofTrigger].map(inItem),
};

describe.each(Object.entries(reads) as Array<[Caller, string[]]>)('%s', (caller, read) => {
	test.each([...read, ...fromTheModel])(
		'cannot choose the account: a credential that reads %s is refused, and nothing is sent',
		async (expression) => {
			const outcome = await callTool(caller, orders(unlessOther(expression)), given);
			expect(outcome.message).toContain(refusal);
			expect(outcome.message).toContain('$vars, $secrets');
			expect(at.hub.log).toEqual([]);
		},
	);

	test.each([
		'$vars.seller',
		'$secrets.vault.seller',
		'$parameter.resource.replace("order", "own")',
	])('uses the account that %s gives', async (expression) => {
		const seller = { seller: 'own' };
		const setup = orders(ifOwn(expression), { variables: seller, secrets: seller });
		expect(await callTool(caller, setup, given)).toEqual({ answer: expect.any(String) });
	});
});

describe('an agent of a workflow', () => {
	const before = ["$('Config').first()", "$('Config').last()", "$items('Config')[0]"];
	const callers: Caller[] = [
		'an agent that calls its tools itself',
		"an agent whose tools n8n's engine runs",
	];
	test.each(callers.flatMap((caller) => before.map((read) => [caller, read] as const)))(
		'%s uses the account that another node gives by %s',
		async (caller, read) => {
			const setup = orders(ifOwn(`${read}.json.of`), { config: { of: 'own' } });
			expect(await callTool(caller, setup, given)).toEqual({ answer: expect.any(String) });
		},
	);
});

test.each<[string, (read: string) => ToolSetup['credential']]>([
	['Base URL', (read) => ({ baseUrl: `={{ ${read} ? 'https://example.net' : '${at.hub.url}' }}` })],
	['Secret Key', (read) => ({ secretKey: `={{ ${read} ? 'other' : '${at.hub.secretKey}' }}` })],
	[
		'a route',
		(read) => ({
			customizeRoutes: true,
			routePing: `={{ ${read} ? 'GET /v1/other' : 'GET /v1/ping' }}`,
		}),
	],
])('%s: no field of the credential may change with what the model gave', async (_what, fields) => {
	const setup = orders(fields('$json.seller'));
	const outcome = await callTool("an agent whose tools n8n's engine runs", setup, given);
	expect(outcome.message).toContain(refusal);
	expect(at.hub.log).toEqual([]);
});

test('with On Error set to continue the refusal is the answer, and nothing is sent', async () => {
	const setup = orders(unlessOther('$json.seller'), { node: { onError: 'continueRegularOutput' } });
	const { answer } = await callTool("an agent whose tools n8n's engine runs", setup, given);
	expect(answer).toContain(refusal);
	expect(at.hub.log).toEqual([]);
});
