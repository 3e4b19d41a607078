import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';
import { evaluated } from '../support/expressions.mts';

type Items = Record<string, object[]>;
interface Item {
	json: Record<string, unknown>;
}

interface ExampleNode {
	name: string;
	parameters: {
		jsCode?: string;
		columns?: { column: Array<{ name: string }> };
		conditions?: { conditions: Array<{ leftValue: string }> };
		assignments?: { assignments: Array<{ name: string; value: string }> };
	};
}

function nodeOf(example: string, name: string): ExampleNode {
	const file = readFileSync(join(projectRoot, 'examples', `${example}.json`), 'utf8');
	const { nodes } = JSON.parse(file) as { nodes: ExampleNode[] };
	return nodes.find((node) => node.name === name)!;
}

/** Runs the code of an example's node, with what other nodes gave. */
function runCode(example: string, name: string, given: Items, input: object[] = []): Item[] {
	const { jsCode = '' } = nodeOf(example, name).parameters;
	const itemsOf = (list: object[] = []) => ({
		all: () => list.map((json) => ({ json })),
		first: () => ({ json: list[0] }),
		isExecuted: list.length > 0,
	});
	const run = compileFunction(jsCode, ['$', '$input', '$workflow']) as (
		...parameters: unknown[]
	) => Item[];
	return run((node: string) => itemsOf(given[node]), itemsOf(input), { id: 'form' });
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const HOUR = 60;

const limits = {
	...{ staleMinutes: 35, slowSeconds: 20, slackSeconds: 120, failedMinutes: 60, syncHours: 26 },
	stoppedMinutes: 10,
};
/** A seller who is well. */
const row = {
	...{ seller: 'azul', name: 'Loja Azul', workflows: 'w1 w2', syncs: '', state: 'ok', seconds: 1 },
	...{ createdAt: ago(99 * HOUR), updatedAt: ago(1), onboarded: ago(98 * HOUR), checked: ago(5) },
};
/** The troubles that are found in rows, by seller. */
function troublesOf(rows: object[], given: Items = {}): Record<string, unknown> {
	const found = runCode('all-sellers-status', 'Findings', {
		...{ Limits: [limits], Sellers: rows, 'Known Troubles': [] },
		...{ Executions: [{ data: [] }], 'Not Published': [{ data: [] }], ...given },
	});
	return Object.fromEntries(found.map(({ json }) => [json.seller, json.troubles]));
}

test('an offboarding that was begun is a trouble after a day, and hides all others', () => {
	const refused = { ...row, state: 'refused' };
	expect(troublesOf([refused])).toEqual({ azul: 'credential' });
	expect(troublesOf([{ ...refused, leaving: ago(23 * HOUR) }])).toEqual({ azul: '' });
	expect(troublesOf([{ ...refused, leaving: ago(25 * HOUR) }])).toEqual({ azul: 'leaving' });
});

test('a row that nobody renewed is a trouble, but not right after n8n was off', () => {
	const [old, other] = [
		{ ...row, checked: ago(40) },
		{ ...row, seller: 'verde' },
	];
	expect(troublesOf([old, other])).toEqual({ azul: 'stale', verde: '' });
	const rows = [old, { ...other, checked: ago(40) }];
	expect(troublesOf(rows)).toEqual({ azul: 'stale', verde: 'stale' });
	const afterwards = rows.map((each) => ({ ...each, updatedAt: ago(33) }));
	expect(troublesOf(afterwards)).toEqual({ azul: '', verde: '' });
	const known = { 'Known Troubles': [{ seller: 'azul', trouble: 'stale' }] };
	expect(troublesOf(afterwards, known)).toEqual({ azul: 'stale', verde: '' });
});

test("the webhook's silence counts from onboarding on, and not for a slow clock", () => {
	const silent = { ...row, webhookDue: ago(60), lastWebhook: ago(63) };
	expect(troublesOf([silent])).toEqual({ azul: 'webhook' });
	expect(troublesOf([{ ...silent, onboarded: ago(50) }])).toEqual({ azul: '' });
	expect(troublesOf([{ ...silent, lastWebhook: ago(61) }])).toEqual({ azul: '' });
});

test('a run failed when it ended, not when it began', () => {
	const run = { workflowId: 'w1', status: 'error', startedAt: ago(300) };
	const ended = (stoppedAt: string) => ({ Executions: [{ data: [{ ...run, stoppedAt }] }] });
	expect(troublesOf([row], ended(ago(10)))).toEqual({ azul: 'failed' });
	expect(troublesOf([row], ended(ago(70)))).toEqual({ azul: '' });
});

test('a run that n8n stopped at its timeout has failed; one that a person stopped soon has not', () => {
	const stopped = (startedAt: string) => {
		const run = { workflowId: 'w1', status: 'canceled', startedAt, stoppedAt: ago(5) };
		return { Executions: [{ data: [run] }] };
	};
	expect(troublesOf([row], stopped(ago(20)))).toEqual({ azul: 'failed' });
	expect(troublesOf([row], stopped(ago(7)))).toEqual({ azul: '' });
});

test("where n8n's API refuses, what was told stays and nothing is told anew", () => {
	const given = {
		...{ Executions: [{ error: { message: 'unauthorized' } }], 'Not Published': [{ error: '' }] },
		'Known Troubles': [{ seller: 'azul', trouble: 'failed' }],
	};
	const silent = { ...row, webhookDue: ago(60), failed: 2, state: 'refused' };
	const [finding] = runCode('all-sellers-status', 'Findings', {
		...{ Limits: [limits], Sellers: [silent], ...given },
	});
	expect(finding?.json).toMatchObject({ failed: 2, troubles: 'credential, failed', over: [] });
	expect(finding?.json.begun).toMatchObject([{ trouble: 'credential' }]);
	const answered = () => runCode('all-sellers-status', 'n8n Answered?', given);
	expect(answered).toThrow("n8n's API gave no answer: unauthorized");
});

test('a row without workflows is unfinished at once, one with workflows after a day', () => {
	const begun = { ...row, onboarded: null, createdAt: ago(1) };
	expect(troublesOf([begun])).toEqual({ azul: '' });
	expect(troublesOf([{ ...begun, workflows: null }])).toEqual({ azul: 'unfinished' });
	expect(troublesOf([{ ...begun, createdAt: ago(25 * HOUR) }])).toEqual({ azul: 'unfinished' });
});

test.each([
	['n8n-nodes-base.scheduleTrigger', {}, 'unpublished'],
	['n8n-nodes-base.webhook', {}, 'unpublished'],
	['n8n-nodes-base.scheduleTrigger', { isArchived: true }, 'unpublished'],
	['n8n-nodes-base.manualTrigger', {}, ''],
	['@n8n/n8n-nodes-langchain.manualChatTrigger', {}, ''],
	['n8n-nodes-base.set', {}, ''],
])('a workflow that is not published, with %s %o: %s', (type, more, troubles) => {
	const workflow = { id: 'w2', name: 'Own', nodes: [{ type }], ...more };
	expect(troublesOf([row], { 'Not Published': [{ data: [workflow] }] })).toEqual({
		azul: troubles,
	});
});

const [owned, foreign] = [
	{ id: 'c1', name: 'Seller azul: hub' },
	{ id: 'c2', name: 'Seller verde: hub' },
];
const ownedBy = (projectId: string) => [
	{ role: 'workflow:owner', projectId, project: { name: `Project ${projectId}` } },
];
const onboarding = {
	...{ Agency: [{ seller: 'azul', prefix: 'Seller azul: ' }], Credential: [owned] },
	Tags: [{ data: [] }],
	Plan: [{ project: 'p1', isHome: true, wanted: [], unpublished: ['Seller azul: Sync'] }],
};
const copyWith = (name: string, credential: object, type = 'n8n-nodes-base.scheduleTrigger') => ({
	...{ id: name, name: `Seller azul: ${name}`, active: false, shared: ownedBy('p1') },
	nodes: [
		{ name: 'Start', type, parameters: {} },
		{
			...{ name: 'Sync', type: 'n8n-nodes-marketplace-hub.marketplaceHub' },
			...{ parameters: { operation: 'sync' }, credentials: { marketplaceHubApi: credential } },
		},
	],
});
const ownWorkflows = (...copies: object[]) =>
	runCode('onboard-seller', 'Own Workflows', onboarding, copies).map(({ json }) => json);

test('onboarding stops where a copy holds the credential of another seller, or two have the same name', () => {
	const right = copyWith('Sync', owned);
	expect(ownWorkflows({}, right, { ...right, isArchived: true })).toMatchObject([
		{ id: 'Sync', isSync: true, isPublishable: true },
	]);
	expect(ownWorkflows(copyWith('Sync', owned, 'n8n-nodes-base.manualTrigger'))).toMatchObject([
		{ isPublishable: false },
	]);
	expect(() => ownWorkflows(copyWith('Sync', foreign))).toThrow(
		'"Sync" in the workflow "Seller azul: Sync" holds the credential "Seller verde: hub"',
	);
	expect(() => ownWorkflows(right, { ...right, id: 'other' })).toThrow('Two workflows');
	const theirs = { ...copyWith('Sync', foreign), shared: ownedBy('p2') };
	expect(ownWorkflows(right, theirs)).toHaveLength(1);
});

test('onboarding publishes only what its page has named', () => {
	expect(ownWorkflows(copyWith('Sync', owned), copyWith('Other', owned))).toMatchObject([
		{ id: 'Sync', isPublishable: true },
		{ id: 'Other', isPublishable: false },
	]);
});

/** What onboarding would make, with what n8n's API gives about the seller. */
const planWith = (credentials: object[], more: Items = {}) => {
	const here = { id: 'form', nodes: [], shared: ownedBy('p1') };
	const given = {
		...{ Agency: onboarding.Agency, Tables: [{ data: [] }] },
		...{ 'Look for Project': [{ projectId: 'p1' }], 'Its Row': [{ statusCode: 404 }] },
		...{ Templates: [{}], 'Its Workflows': [{}], Credentials: [{ data: credentials }], ...more },
	};
	const [plan] = runCode('onboard-seller', 'Plan', given, [{ statusCode: 200, body: here }]);
	return plan!.json;
};
const credentialOf = (project: string) => ({
	...{ ...owned, type: 'marketplaceHubApi' },
	shared: [{ id: project, name: `Project ${project}`, role: 'credential:owner' }],
});

test("only the seller's own credential counts, and only once", () => {
	expect(planWith([credentialOf('p1')])).toMatchObject({ notes: [] });
	expect(() => planWith([credentialOf('p1'), credentialOf('p1')])).toThrow('Two credentials');
	expect(planWith([credentialOf('p1'), credentialOf('p2')])).toMatchObject({
		notes: [expect.stringContaining('"Project p2". It is left alone')],
	});
});

/** Whether onboarding goes on at a condition, with what the form says and what the seller's row holds. */
function goesOn(name: string, form: object, row: object | undefined, answer?: object): boolean {
	const body = { data: row ? [{ seller: 'azul', ...row }] : [] };
	const Agency = [{ ...onboarding.Agency[0], n8n: 'https://n8n.loja.com.br', ...form }];
	const plan = planWith([], { Agency, 'Its Row': [{ statusCode: 200, body }] });
	const [condition] = nodeOf('onboard-seller', name).parameters.conditions!.conditions;
	const given: Items = { Agency, Plan: [plan] };
	const $ = (node: string) => ({ first: () => ({ json: given[node]![0] }) });
	return evaluated(condition!.leftValue, { $json: answer ?? plan, $ }) === 'true';
}

test.each([
	['https://hub.com.br/api', undefined, true],
	['', undefined, false],
	['https://hub.com.br/api', 'https://hub.com.br/api', true],
	['https://Hub.com.br/api/v1', 'https://hub.com.br/api', true],
	['', 'https://hub.com.br/api', true],
	['https://hub.com.br/api', 'https://hub.com.br.example.net/api', false],
	['https://hub.com.br/api', 'http://hub.com.br/api', false],
])(
	'keys are typed in only for the Base URL that the seller has: %j beside %j',
	(baseUrl, known, isRight) => {
		const row = known === undefined ? undefined : { baseUrl: known };
		expect(goesOn('Same Base URL?', { baseUrl }, row)).toBe(isRight);
	},
);

test('a row without a Base URL, which a running Seller status has made anew, gets it before a credential is made', () => {
	const form = { name: 'Loja Azul', baseUrl: 'https://hub.com.br/api' };
	for (const row of [undefined, {}, { baseUrl: null }, { baseUrl: '' }])
		expect(goesOn('Has Row?', form, row)).toBe(false);
	expect(goesOn('Has Row?', form, { baseUrl: form.baseUrl })).toBe(true);
});

test('after the page about the keys the Base URL is still the one of the first page', () => {
	const [condition] = nodeOf('onboard-seller', 'Same Base URL?').parameters.conditions!.conditions;
	const goesOnWith = (baseUrl: string) => {
		const plans = [{ baseUrl: 'https://hub.com.br/api' }, { baseUrl }];
		const $ = (node: string) => ({
			first: (_branch?: number, run = 1) => ({
				json: node === 'Plan' ? plans[run] : { baseUrl: '' },
			}),
		});
		return evaluated(condition!.leftValue, { $json: plans[1], $ });
	};
	expect(goesOnWith('https://hub.com.br/api')).toBe('true');
	expect(goesOnWith('https://hub.example.net')).toBe('false');
});

test.each([
	['That One?', 'a new seller', undefined, ' loja azul', ['azul', 'Loja']],
	['That One?', 'a known one', { name: 'Loja Verde' }, 'loja verde', ['Loja Azul', 'azul']],
	['That One?', 'one without a name', { name: '' }, 'azul', ['Loja Azul']],
	['Keys Are In?', 'the seller of the form', { name: 'Loja Azul' }, ' Loja Azul', ['Loja']],
])('%s a page takes the name of %s and no other', (condition, _who, row, right, wrong) => {
	const form = { name: 'Loja Azul', baseUrl: '' };
	const takes = (name?: string) => goesOn(condition, form, row, { 'Name of the seller': name });
	expect(takes(right)).toBe(true);
	// after an hour n8n goes on by itself
	for (const name of [...wrong, '', undefined]) expect(takes(name)).toBe(false);
});

test('a link brings the ID of a seller and nothing else', () => {
	const { assignments } = nodeOf('onboard-seller', 'Agency').parameters.assignments!;
	const { value } = assignments.find(({ name }) => name === 'fromAddress')!;
	const isFilled = (formQueryParameters?: object) =>
		evaluated(value, { $json: { formQueryParameters } });
	expect([isFilled(), isFilled({ 'Seller ID': 'azul' })]).toEqual(['false', 'false']);
	expect(isFilled({ 'Seller ID': 'azul', 'Base URL': 'https://hub.example.net' })).toBe('true');
	const [condition] = nodeOf('onboard-seller', 'Valid?').parameters.conditions!.conditions;
	const valid = (fromAddress: boolean) =>
		evaluated(condition!.leftValue, { $json: { seller: 'azul', baseUrl: '', fromAddress } });
	expect([valid(false), valid(true)]).toEqual(['true', 'false']);
});

test('offboarding takes nothing from its address, and begins once a page was given the ID', () => {
	const { assignments } = nodeOf('offboard-seller', 'Agency').parameters.assignments!;
	const { value } = assignments.find(({ name }) => name === 'fromAddress')!;
	const isFilled = (formQueryParameters?: object) =>
		evaluated(value, { $json: { formQueryParameters } });
	expect([isFilled(), isFilled({ 'Seller ID': 'azul' })]).toEqual(['false', 'true']);
	const [condition] = nodeOf('offboard-seller', 'His ID?').parameters.conditions!.conditions;
	const goes = (id?: string) =>
		evaluated(condition!.leftValue, {
			$json: { 'His ID': id },
			$: () => ({ first: () => ({ json: { seller: 'azul' } }) }),
		});
	expect(goes(' Azul ')).toBe('true');
	// after an hour n8n goes on by itself
	for (const id of ['verde', '', undefined]) expect(goes(id)).toBe('false');
});

test.each([500, 429, 401])(
	"where n8n's API answers %i about a row, nothing is planned",
	(statusCode) => {
		expect(() => planWith([], { 'Its Row': [{ statusCode }] })).toThrow('Send the form again');
	},
);

const formIn = (example: string, name: string) => {
	const texts = JSON.stringify(nodeOf(example, name).parameters);
	return JSON.parse(/"(?:leftValue|completionMessage)":("=.*?[^\\]")/.exec(texts)![1]!) as string;
};
const token = 'https://n8n.loja.com.br/form-waiting/7?signature=abc';
const isSetUp = (
	example: string,
	address: string,
	{ resumeFormUrl = token, fromAddress = false } = {},
) => {
	const name = example === 'all-sellers-status' ? 'Has Address?' : 'Set Up?';
	const $json = { address, n8n: address.trim(), fromAddress };
	return evaluated(formIn(example, name), { $json, $execution: { resumeFormUrl } }) === 'true';
};

describe.each(['onboard-seller', 'offboard-seller', 'all-sellers-status'])('%s', (example) => {
	test.each([
		'https://n8n.loja.com.br',
		'http://127.0.0.1:5678',
		'http://[::1]:5678',
		'https://loja.com.br/n8n',
		'http://n8n',
	])("takes n8n's address %s", (address) => {
		expect(isSetUp(example, address)).toBe(true);
	});

	test.each([
		...['', ' ', 'n8n.loja.com.br', 'ftp://n8n.loja.com.br', 'https://', 'https:///api'],
		...['https://n8n.example.com', 'https://n8n.example.com:5678/n8n', 'http://example.org'],
		...['https://n8n.loja.com.br?x', 'https://a b', 'https://eu@n8n.loja.com.br', 'https://a\\b'],
	])("ends before any request with n8n's address %j", (address) => {
		expect(isSetUp(example, address)).toBe(false);
	});
});

test.each(['onboard-seller', 'offboard-seller'])(
	'%s ends at once where n8n gives the link to a page no token, and says which release does',
	(example) => {
		const [address, resumeFormUrl] = ['https://n8n.loja.com.br', token.split('?')[0]!];
		expect(isSetUp(example, address, { resumeFormUrl })).toBe(false);
		const message = evaluated(formIn(example, 'Not Set Up'), { $json: { n8n: address } });
		expect(message).toContain('n8n 2.40.7');
	},
);

test('offboarding ends before any request where its address fills fields in, and says so', () => {
	const n8n = 'https://n8n.loja.com.br';
	expect(isSetUp('offboard-seller', n8n, { fromAddress: true })).toBe(false);
	const $json = { n8n, fromAddress: true };
	expect(evaluated(formIn('offboard-seller', 'Not Set Up'), { $json })).toContain(
		'at its own address',
	);
});

describe('a page of onboarding asks', () => {
	const project = 'p1';
	const shared = [{ role: 'workflow:owner', projectId: project, project: { name: 'Own' } }];
	const nodes = [{ id: 'n1', name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger' }];
	const byHand = [{ id: 'n2', name: 'Start', type: 'n8n-nodes-base.manualTrigger' }];
	const workflow = (name: string, active: boolean, of = nodes) => ({
		...{ id: name, name, active, nodes: of, shared },
		tags: [{ name: 'agency seller' }, { name: 'seller azul' }],
	});
	const copy = workflow('Seller azul: Status', true);
	/** Whether a page comes, for what the seller has. */
	function asks(given: Items): boolean {
		const [plan] = runCode(
			'onboard-seller',
			'Plan',
			{
				Agency: [{ ...onboarding.Agency[0], name: 'azul', n8n: '', baseUrl: '' }],
				'Look for Project': [{ projectId: project }],
				'Its Row': [{ statusCode: 200, body: { data: [{ name: 'Azul', leaving: null }] } }],
				'Its Workflows': [copy],
				Templates: [workflow('Status', false)],
				...{ Credentials: [{ data: [credentialOf(project)] }], Tables: [{ data: [] }] },
				...given,
			},
			[{ statusCode: 200, body: { ...workflow('form', true), id: 'form' } }],
		);
		const { conditions } = nodeOf('onboard-seller', 'Changes Any?').parameters.conditions!;
		const $ = () => ({ first: () => plan });
		return evaluated(conditions[0]!.leftValue, { $ }) === 'true';
	}

	test('not where nothing would change', () => {
		expect(asks({})).toBe(false);
		const idle = workflow('Seller azul: By hand', false, byHand);
		expect(asks({ 'Its Workflows': [copy, idle] })).toBe(false);
	});

	const ofRow = (fields: object) => ({ statusCode: 200, body: { data: [fields] } });
	test.each<[string, Items]>([
		['a workflow would be copied', { 'Its Workflows': [] }],
		['one would be published', { 'Its Workflows': [{ ...copy, active: false }] }],
		[
			'a seller who leaves would be taken back',
			{ 'Its Row': [ofRow({ name: 'Azul', leaving: ago(5) })] },
		],
		['a credential would be made', { Credentials: [{ data: [credentialOf('p2')] }] }],
		['a tag would be set', { 'Its Workflows': [{ ...copy, tags: [{ name: 'seller azul' }] }] }],
		['the form gives another name', { 'Its Row': [ofRow({ name: 'Verde' })] }],
		[
			'the form gives the Base URL that the row lacks',
			{ Agency: [{ ...onboarding.Agency[0], name: 'azul', n8n: '', baseUrl: 'https://hub.eu' }] },
		],
		['a row would be made for copies that are left', { 'Its Row': [{ statusCode: 404 }] }],
	])('where %s', (_what, given) => {
		expect(asks(given)).toBe(true);
	});

	describe('after the page about the keys', () => {
		const idle = { ...copy, active: false };
		const planned = (given: object) => ({
			...{ 'Keys Are Missing': [{ 'Name of the seller': 'Azul' }], 'Its Workflows': [idle] },
			Plan: [{ wanted: [], unpublished: [], changes: [], ...given }],
		});

		test('not about what an earlier page has named', () => {
			expect(asks(planned({ unpublished: ['Seller azul: Status'] }))).toBe(false);
			expect(asks(planned({ wanted: [{ id: 't', name: 'Status' }] }))).toBe(false);
		});

		test('again where somebody has unpublished a workflow meanwhile, or begun to let him go', () => {
			expect(asks(planned({}))).toBe(true);
			const leaving = {
				'Its Row': [ofRow({ name: 'Azul', leaving: ago(5) })],
				'Its Workflows': [copy],
			};
			expect(asks({ ...planned({}), ...leaving })).toBe(true);
			const changes = ['He was leaving, and is taken back.'];
			expect(asks({ ...planned({ changes }), ...leaving })).toBe(false);
		});
	});
});

test.each(['seller-status', 'all-sellers-status'])(
	'%s makes the table of sellers with what a person looks for in its first columns',
	(example) => {
		const { columns } = nodeOf(example, 'Sellers Table').parameters;
		expect(columns!.column.slice(0, 5).map(({ name }) => name)).toEqual([
			...['seller', 'name', 'troubles', 'state', 'waiting'],
		]);
	},
);
