import { describe, expect, test } from 'vitest';
import { hubCredentials, packageName } from '../../engine/nodes.mts';
import { setupEach } from '../../support/setup.mts';
import { op, requests } from '../../support/items.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });

/** What the hub was asked for, in a workflow with this time zone. */
async function asked(from: string, until: string, timezone = 'America/Sao_Paulo') {
	const { n8n, hub } = at;
	const parameters = op('fiscalDocument getMany', {
		dataEmissaoInicial: from,
		dataEmissaoFinal: until,
	});
	const workflow = n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Node',
				type: `${packageName}.marketplaceHub`,
				credentials: hubCredentials,
				parameters,
			},
		],
		n8n.chain(['Start', 'Node']),
		{ timezone },
	);
	const result = await n8n.execute(workflow, 'Start', [
		[{ json: { date: '2026-03-05T08:00:00.000Z' } }],
	]);
	const [request] = requests(hub, 'fiscalDocumentList');
	return { request, message: result.nodeError('Node')?.message, result };
}

const end = '2027-01-01T00:00:00-03:00';

describe('a point in time is sent as full ISO-8601 with an offset', () => {
	test.each([
		['from the picker, without zone', '2026-03-01T10:30:00', '2026-03-01T10:30:00-03:00'],
		['as the hub writes dates', '2026-03-01 10:30:00', '2026-03-01T10:30:00-03:00'],
		['with an offset', '2026-03-01T10:30:00-05:00', '2026-03-01T10:30:00-05:00'],
		['with a positive offset', '2026-03-01T10:30:00+09:30', '2026-03-01T10:30:00+09:30'],
		['in UTC', '2026-03-01T10:30:00Z', '2026-03-01T10:30:00+00:00'],
		['with milliseconds', '2026-03-01T10:30:00.123-03:00', '2026-03-01T10:30:00-03:00'],
		['a date only', '2026-03-01', '2026-03-01T00:00:00-03:00'],
		[
			'a luxon DateTime',
			'={{ DateTime.fromISO("2026-03-01T10:30:00", { zone: "America/Manaus" }) }}',
			'2026-03-01T10:30:00-04:00',
		],
		['a JavaScript Date', '={{ new Date("2026-03-01T10:30:00Z") }}', '2026-03-01T07:30:00-03:00'],
		['epoch milliseconds', '={{ 1772361000000 }}', '2026-03-01T07:30:00-03:00'],
		['text out of an item', '={{ $json.date }}', '2026-03-05T08:00:00+00:00'],
		[
			'a calculation with $today',
			'={{ DateTime.fromISO("2026-03-02", { zone: $today.zone }).minus({ days: 1 }) }}',
			'2026-03-01T00:00:00-03:00',
		],
	])('%s', async (_name, value, sent) => {
		const { request, message } = await asked(value, end);
		expect(message).toBeUndefined();
		expect(Date.parse(request!.query.dataEmissaoInicial!)).toBe(Date.parse(sent));
		expect(request!.query.dataEmissaoInicial).toMatch(
			/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
		);
		expect(request!.status).toBe(200);
		if (!value.startsWith('={{ D')) expect(request!.query.dataEmissaoInicial).toBe(sent);
	});

	test("the workflow's time zone applies, with daylight saving", async () => {
		expect(
			(await asked('2026-01-15T12:00:00', end, 'Europe/Lisbon')).request!.query.dataEmissaoInicial,
		).toBe('2026-01-15T12:00:00+00:00');
		at.hub.clearLog();
		expect(
			(await asked('2026-07-15T12:00:00', end, 'Europe/Lisbon')).request!.query.dataEmissaoInicial,
		).toBe('2026-07-15T12:00:00+01:00');
	});

	test('a plus is sent as %2B', async () => {
		const { request } = await asked('2026-03-01T10:30:00+01:00', '2026-03-02T10:30:00+01:00');
		expect(request!.rawUrl).toContain('dataEmissaoInicial=2026-03-01T10%3A30%3A00%2B01%3A00');
		expect(request!.rawUrl).not.toContain('+');
	});
});

test.each(['2026-03-01', ' 2026-03-01 '])(
	'an end date without a time, %s, includes that whole day',
	async (day) => {
		const { request } = await asked(day, day);
		expect(request!.query).toMatchObject({
			dataEmissaoInicial: '2026-03-01T00:00:00-03:00',
			dataEmissaoFinal: '2026-03-01T23:59:59-03:00',
		});
	},
);

test.each(['2026-03-01T00:00', '2026-03-01 00:00:00'])(
	'midnight with a written time (%s) stays midnight',
	async (until) => {
		const { request } = await asked('2026-02-01', until);
		expect(request!.query.dataEmissaoFinal).toBe('2026-03-01T00:00:00-03:00');
	},
);

test('the notes and events of one day are found by Brasília time', async () => {
	const documents = [...at.hub.state.fiscalDocuments.values()];
	const day = documents[0]!.dataEmissao.slice(0, 10);
	const { result } = await asked(day, day);
	const expected = documents
		.filter(({ dataEmissao }) => dataEmissao.startsWith(day))
		.map(({ id }) => id);
	expect(result.json('Node').map(({ id }) => id)).toEqual(expected.sort((a, b) => a - b));
});

test.each([
	['not a date', 'ontem', end, '`dataEmissaoInicial`) must be a date and time, got "ontem"'],
	['a day that does not exist', '2026-02-30', end, '`dataEmissaoInicial`) must be a date and time'],
	...['2026', '2026-01', '2026-W01', '20260301', '23:00', 'T23:00', '23:00:00'].map((text) => [
		`no day: ${text}`,
		'2020-01-01',
		text,
		`\`dataEmissaoFinal\`) must be a date and time, got "${text}"`,
	]),
	['seconds', '={{ 1772361000 }}', end, '`dataEmissaoInicial`) must be a date and time, got 17'],
	['nothing', '={{ "" }}', end, '`dataEmissaoInicial`) must be a date and time'],
	[
		'nothing for the end',
		'2026-03-01',
		'={{ undefined }}',
		'`dataEmissaoFinal`) must be a date and time',
	],
	[
		'the end before the start',
		'2026-03-02',
		'2026-03-01',
		'is before Start Date (`dataEmissaoInicial`)',
	],
])('refused before anything is sent: %s', async (_name, from, until, text) => {
	const { message } = await asked(from, until);
	expect(message).toContain(text);
	expect(at.hub.log).toEqual([]);
});
