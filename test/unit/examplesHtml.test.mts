import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import { evaluated, hostile, outside } from '../support/expressions.mts';

/** What n8n's forms put out as HTML, in its sandbox or not. */
const htmlFields = ['completionMessage', 'formDescription', 'html'];
/** Fields that hold HTML where the field beside them says so, as in an email. */
const htmlWhere: Record<string, string[]> = {
	emailFormat: ['html', 'both'],
	emailType: ['html'],
	contentType: ['html'],
	bodyContentType: ['html'],
	parse_mode: ['HTML'],
};
/** Fields that are HTML unless another field says that they are text. */
const emailNodes = ['n8n-nodes-base.emailSend', 'n8n-nodes-base.gmail'];

interface Found {
	place: string;
	value: string;
}
type Fields = Record<string, unknown>;

/** The texts of an object, however deep, of which `counts` says that they are HTML. */
function textsIn(fields: Fields, counts: (name: string, beside: Fields) => boolean): string[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		if (typeof value === 'string') return counts(name, fields) ? [value] : [];
		return typeof value === 'object' && value !== null ? textsIn(value as Fields, counts) : [];
	});
}

const saysHtml = (fields: Fields) =>
	Object.entries(htmlWhere).some(([name, formats]) => formats.includes(String(fields[name])));

/** Everything in the examples that n8n puts out as HTML. */
const found: Found[] = exampleNames().flatMap((example) => {
	const { nodes } = JSON.parse(
		readFileSync(join(projectRoot, 'examples', `${example}.json`), 'utf8'),
	) as { nodes: Array<{ name: string; type: string; parameters: Fields }> };
	return nodes.flatMap(({ name, type, parameters }) => {
		const isHtmlEmail = emailNodes.includes(type) && parameters.emailFormat !== 'text';
		const counts = (field: string, beside: Fields) =>
			htmlFields.includes(field) || isHtmlEmail || saysHtml(beside);
		const values = textsIn(parameters, counts);
		return values.map((value) => ({ place: `${example}: ${name}`, value }));
	});
});

test('the fields that n8n puts out as HTML are found', () => {
	const places = found.filter(({ value }) => value.startsWith('=')).map(({ place }) => place);
	expect(places).toEqual(
		expect.arrayContaining([
			'offboard-seller: Still Waits',
			'offboard-seller: Confirm',
			'onboard-seller: Done',
			'onboard-seller: Keys Are Missing',
		]),
	);
});

test.each(found.filter(({ value }) => value.startsWith('=')))(
	'$place: text from outside is escaped, once',
	({ value }) => {
		// both ways of whatever depends on a number
		for (const number of [0, 1]) {
			const html = evaluated(value, outside(number));
			expect(html).not.toContain(hostile);
			expect(html).not.toMatch(/<evil|="x"/);
			expect(html).not.toMatch(/&amp;(amp|lt|gt|quot);/);
		}
	},
);

/** A workflow in which all that other nodes give is hostile text, and nothing was moved. */
const elsewhere = {
	json: { form: hostile, seller: hostile, movedStatus: false, notes: [hostile] },
	binary: { File: { fileName: hostile } },
};

test.each<[place: string, $json: object]>([
	['onboard-seller: Other Base URL', { baseUrl: '' }],
	['onboard-seller: No Status', {}],
	['list-from-file: Not Read', { error: hostile }],
	['list-from-file: Not Read', { message: hostile, description: hostile }],
])('%s: text from outside is escaped, given %j', (place, $json) => {
	const { value } = found.find((each) => each.place === place)!;
	const html = evaluated(value, { $: () => ({ first: () => elsewhere }), $json });
	expect(html).not.toMatch(/<evil|="x"/);
	expect(html).toMatch(/&(lt|#60);evil/);
});
