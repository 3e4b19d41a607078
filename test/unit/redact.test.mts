import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	encodingsOf,
	redact,
	redactBody,
	writingsOf,
} from '../../nodes/MarketplaceHub/api/values/secrets.ts';

const secret = 'k3y+With/odd"Chars&é';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const clean = (text: string, ...secrets: string[]) => redact(text, encodingsOf(secrets));
const inJson = (text: string) => JSON.stringify(text);
const phpJson = (text: string) =>
	JSON.stringify(text)
		.replaceAll('/', '\\/')
		.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a text', () => {
	// others are held by integration/account/echoes
	test.each([
		[
			'in an address, hexadecimal digits in lower case',
			encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
		],
		['in JSON, among other text', JSON.stringify(`a ${secret} b`)],
		['in JSON within JSON within JSON', inJson(inJson(inJson(secret)))],
		['in a form, among other text', new URLSearchParams({ a: `b ${secret} c` }).toString()],
		['in JSON as PHP writes it', phpJson(secret)],
		['in JSON within JSON as PHP writes it', phpJson(phpJson(secret))],
		['in base64 after something', base64(`apiKey:${secret}`)],
		['in base64 after something longer by one', base64(`apiKey::${secret}`)],
		['in base64 before something', base64(`${secret} and more`)],
		['in base64 in JSON as PHP writes it', base64(`??${secret}`).replaceAll('/', '\\/')],
	])('%s', (_how, text) => {
		const redacted = clean(`before ${text} after`, secret);
		expect(redacted).toMatch(/^before .*\*\*\*.* after$/);
		// some characters at the ends of base64 belong to what stands beside the secret
		expect(redacted.length).toBeLessThan(40);
	});

	test('other text stays unchanged', () => {
		const text = 'Produto "Fone" não encontrado: %20 \\u00e9 &amp; Zm9uZQ==';
		expect(clean(text, secret, 'abc', '')).toBe(text);
	});

	test('a secret that contains another is removed whole, and duplicates do not matter', () => {
		expect(clean('x-abcdefgh-x', 'abcd', 'abcdefgh', 'abcdefgh')).toBe('x-***-x');
	});

	test('special characters of patterns match only themselves', () => {
		expect(clean('a.c$ aXc$ (.*)[x] $&', 'a.c$', '(.*)[x]')).toBe('*** aXc$ *** $&');
	});

	test('a secret is removed from a form, which writes blanks and quotation marks in its own way', () => {
		const form = new URLSearchParams({ a: "b it's a k3y c" }).toString();
		expect(form).toBe('a=b+it%27s+a+k3y+c');
		expect(clean(form, "it's a k3y")).toBe('a=b+***+c');
	});

	test('a secret is removed from the base64 of addresses', () => {
		// in usual base64 it holds + and /
		const odd = '>>>???>>>???';
		expect(base64(odd)).toBe('Pj4+Pz8/Pj4+Pz8/');
		expect(clean('x Pj4-Pz8_Pj4-Pz8_ y', odd)).toBe('x *** y');
		expect(clean(`x ${Buffer.from(`a${odd}b`).toString('base64url')} y`, odd)).toContain('***');
	});

	test('a secret with half a character is removed', () => {
		expect(clean('x ab\ud800cd %', 'ab\ud800cd')).toBe('x *** %');
	});

	test('any secret is removed from any text', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 8, maxLength: 60, unit: 'binary-ascii' }),
				fc.string({ maxLength: 20 }),
				(any, around) => {
					for (const text of [any, encodeURIComponent(any), JSON.stringify(any), phpJson(any)])
						expect(clean(`${around}${text}${around}`, any)).toContain('***');
					expect(clean(base64(around + any + around), any)).toContain('***');
				},
			),
		);
	});
});

/** Characters as a serializer writes them that takes no chances, e.g. `\u002B` for a plus. */
const inCodes = (text: string, pattern: RegExp) =>
	JSON.stringify(text)
		.slice(1, -1)
		.replace(pattern, (unit) => {
			const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
			return `\\u${code.toUpperCase()}`;
		});

describe.each([
	['what HTML has a meaning for', /[+&<>'/]/g],
	['every letter', /[a-z]/gi],
])('a body that writes %s as codes', (_what, pattern) => {
	const inAnswer = (text: string) => `{"error":"caf\\u00e9 ${text} \\u00E9","price":1.10}`;
	const writings = writingsOf([secret]);

	test('shows no secret and keeps its other codes and numbers', () => {
		const body = redactBody(inAnswer(inCodes(secret, pattern)), writings);
		expect(JSON.parse(body)).toEqual({ error: 'café *** é', price: 1.1 });
		expect(body).toContain('"price":1.10');
		expect(redactBody(inAnswer('no secret'), writings)).toBe(inAnswer('no secret'));
	});

	test.each([
		['that is cut off', `{"error":"${inCodes(secret, pattern)}`],
		['with a line break in a text', `{"error":"a\nb ${inCodes(secret, pattern)}"}`],
		['that is no JSON', `<script>key = '${inCodes(secret, pattern)}'</script>`],
		['behind a line of text', `while(1);\n{"error":"${inCodes(secret, pattern)}"}`],
	])('shows no secret in a body %s', (_form, body) => {
		const clean = redactBody(`${body}`, writings);
		expect(clean).toContain('***');
		expect(clean).not.toMatch(/k3y|Chars|\\u006b/i);
	});

	test('shows no secret in JSON within JSON', () => {
		const inner = JSON.stringify({ key: 1 }).replace('1', `"${inCodes(secret, pattern)}"`);
		const body = redactBody(JSON.stringify({ error: `é ${inner}` }), writings);
		expect(JSON.parse(body)).toEqual({ error: 'é {"key":"***"}' });
	});

	test('shows no secret in JSON within JSON within JSON within JSON', () => {
		let body = `{"key":"${inCodes(secret, pattern)}"}`;
		for (let depth = 0; depth < 3; depth++) body = JSON.stringify({ error: body });
		let read: unknown = redactBody(body, writings);
		for (let depth = 0; depth < 4; depth++)
			read = Object.values(JSON.parse(String(read)) as Record<string, unknown>)[0];
		expect(read).toBe('***');
	});
});

describe('a body', () => {
	const writings = writingsOf([secret, '12345678']);
	const cleaned = (body: unknown): unknown =>
		JSON.parse(redactBody(JSON.stringify(body), writings));

	test('loses only the secrets, in values and in keys, at any depth', () => {
		const body = { a: [{ b: `x ${secret}` }, 5, null, true], [secret]: 1 };
		expect(cleaned(body)).toEqual({ a: [{ b: 'x ***' }, 5, null, true], '***': 1 });
	});

	test('keeps its numbers', () => {
		const body = { idPedido: 12345678, text: 'ID "12345678"', list: [1.12345678, '12345678'] };
		const expected = { idPedido: 12345678, text: 'ID "***"', list: [1.12345678, '***'] };
		expect(cleaned(body)).toEqual(expected);
	});

	test.each([
		['that is a text', '"12345678"', '"***"'],
		['that is a number, which may be the secret itself', '12345678', '***'],
		['behind blanks', '\n {"id":12345678,"key":"12345678"}', '\n {"id":12345678,"key":"***"}'],
		[
			'with blanks in it',
			'{ "key" : "a 12345678 b" , "id" : 12345678 }',
			'{ "key" : "a *** b" , "id" : 12345678 }',
		],
		['that is a list', '[12345678,"12345678"]', '[12345678,"***"]'],
		[
			'with a quotation mark in a text',
			'{"a":"\\"12345678\\\\","id":12345678}',
			'{"a":"\\"***\\\\","id":12345678}',
		],
		[
			'with a broken code in a text',
			'{"a":"em \\"\\\\u00zz 12345678\\""}',
			'{"a":"em \\"\\\\u00zz ***\\""}',
		],
		['without a secret', '{"a":"caf\\u00e9"}', '{"a":"caf\\u00e9"}'],
		['of other text without a secret', '<p>\\u0041 \\u00e9</p>', '<p>\\u0041 \\u00e9</p>'],
		['without any text', '', ''],
	])('%s loses only its secrets', (_what, text, expected) => {
		expect(redactBody(text, writings)).toBe(expected);
	});

	test('loses its secrets if it only begins like JSON', () => {
		for (const text of ['[error] key 12345678', "{'key':'12345678'}", '{"key":"a\nb"} 12345678'])
			expect(redactBody(text, writings)).toBe(text.replace('12345678', '***'));
		expect(redactBody(`[error] ${secret}`, writings)).toBe('[error] ***');
		expect(redactBody('<p>12345678</p>', writings)).toBe('<p>***</p>');
	});

	test('is searched even with a megabyte of quotes, backslashes or halves of a secret', () => {
		for (const part of ['"', '\\', '{"\\"', 'k3y+With/'])
			expect(redactBody(`["${part.repeat(250_000)}12345678`, writings)).toContain('[');
	});

	test('is searched in one go, however many keys there are and however many codes are in it', () => {
		const tokens = Array.from({ length: 20 }, (_, index) => base64(`token ${index} `.repeat(4)));
		const many = writingsOf([secret, ...tokens]);
		for (const part of [
			'a\\u003cp\\u003e ',
			'\\\\',
			'\\\\u006',
			tokens[0]!.slice(1),
			'caf\\u00e9 \\/ ',
		]) {
			const body = `["${part.repeat(2e6 / part.length)}"]`;
			const began = performance.now();
			expect(redactBody(body, many)).toBe(body);
			expect(performance.now() - began).toBeLessThan(1_000);
		}
	});

	test('is searched in one go, however many texts are in it beside one with the code of a letter', () => {
		const tokens = Array.from({ length: 20 }, (_, index) => base64(`token ${index} `.repeat(4)));
		const many = writingsOf([secret, ...tokens]);
		for (const part of ['"a",', '"\\u0041",']) {
			const body = `["\\u0041",${part.repeat(2e6 / part.length)}"${secret.slice(0, 4)}"]`;
			const began = performance.now();
			expect(redactBody(body, many)).toBe(body);
			expect(performance.now() - began).toBeLessThan(1_000);
		}
	});

	test.each([
		['a'.repeat(7_999) + 'b', 'a'.repeat(4e5)],
		['b' + 'a'.repeat(7_999), 'a'.repeat(4e5)],
		['a'.repeat(4_000) + 'b' + 'a'.repeat(3_999), 'a'.repeat(4e5)],
		['ab'.repeat(4_000), 'ba'.repeat(2e5)],
	])('is searched in one go, also for a token that repeats itself', (token, text) => {
		const [known, began] = [writingsOf([token]), performance.now()];
		redactBody(`["${text}"]`, known);
		redactBody(`["\\u0061","${text}"]`, known);
		expect(performance.now() - began).toBeLessThan(1_000);
	});

	test.each(['S3cr3t+' + 'a'.repeat(60), 'ab'.repeat(40), 'a'.repeat(40)])(
		'loses all of a secret that repeats itself, %s, and only that',
		(own) => {
			expect(redactBody(JSON.stringify({ a: `x ${own} y ${own}b` }), writingsOf([own]))).toBe(
				'{"a":"x *** y ***b"}',
			);
		},
	);

	test('keeps the token of somebody else that begins alike, and loses a whole one', () => {
		const head = base64('{"alg":"HS256","typ":"JWT"}');
		const [own, other] = [
			`${head}.${base64(secret.repeat(3))}`,
			`${head}.${base64('x'.repeat(90))}`,
		];
		const cleaned = redactBody(JSON.stringify({ a: `?t=${own}&`, b: other }), writingsOf([own]));
		expect(JSON.parse(cleaned)).toEqual({ a: '?t=***&', b: other });
	});

	test('is searched in one go, however deep a text holds JSON that holds JSON', () => {
		const code = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16)}`;
		let nested = 'x';
		for (let depth = 0; nested.length < 1.6e6; depth++)
			nested = `"${nested.replaceAll('\\', code('\\')).replaceAll('"', code('"'))}"`;
		const body = `["\\u0041",${nested}]`;
		const began = performance.now();
		expect(redactBody(body, writings)).toBe(body);
		expect(performance.now() - began).toBeLessThan(1_000);
	});

	test('is searched for the same, whether a quick look comes first or not', () => {
		const writings = [
			(text: string) => text,
			encodeURIComponent,
			base64,
			phpJson,
			(text: string) => phpJson(base64(`a${text}`)),
			(text: string) => inCodes(text, /[+/&ç]/g),
			(text: string) => inCodes(text, /./g),
		];
		const characters = fc.constantFrom(...'aB3k+/&"\\ç%. -');
		const secrets = fc.string({ unit: characters, minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(secrets, fc.nat(writings.length - 1), fc.boolean(), (key, way, isPhp) => {
				const inner = writings[way]!(key);
				const body = isPhp ? phpJson(`x${inner}y`) : `{"a":"x${inner}y"}`;
				const known = writingsOf([key]);
				expect(redactBody(body, known)).toBe(redactBody(body, { ...known, mayBeIn: () => true }));
			}),
			{ numRuns: 2_000 },
		);
	});
});
