import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, Redactor } from '../../nodes/MarketplaceHub/api/values/redact.ts';

const secret = 'k3y+With/odd"Chars&é';
const hex = Buffer.from(secret).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const unicode = (text: string) =>
	text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const percent = (text: string, sign: string) =>
	Buffer.from(text).toString('hex').replace(/../g, `${sign}$&`);
const code = (character: string) => character.codePointAt(0)!;
/** A text that does not repeat itself. */
const token = (length: number) =>
	Array.from({ length }, (_, n) => ((n * n) % 9_973).toString(36).at(0)).join('');
const isEscapeLetter = (character: string) => /[bfnrtu]/.test(character);

/** One character in each of its writings, as JSON, an address or HTML may have it. */
const characterWritings: Array<(character: string) => string> = [
	(character) => character,
	(character) => (isEscapeLetter(character) ? character : `\\${character}`),
	(character) => (isEscapeLetter(character) ? character : `\\\\\\\\${character}`),
	(character) => percent(character, '%').toUpperCase(),
	(character) => percent(character, '%25'),
	unicode,
	(character) => unicode(character).replaceAll('\\', '\\\\'),
	(character) => `&#${code(character)};`,
	(character) => `&#X000${code(character).toString(16)};`,
	(character) => (character === ' ' ? '+' : character),
	(character) => JSON.stringify(character).slice(1, -1),
];

const writings: Array<[string, string]> = [
	['plain', secret],
	['in an address', encodeURIComponent(secret)],
	[
		'in an address, hexadecimal digits in lower case',
		encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
	],
	['in an address, every character', percent(secret, '%')],
	['in an address twice', encodeURIComponent(encodeURIComponent(secret))],
	['in JSON', JSON.stringify(secret)],
	['in JSON as PHP writes it', JSON.stringify(secret).replace('/', '\\/').replace('é', '\\u00e9')],
	['in JSON within JSON', JSON.stringify(JSON.stringify(secret))],
	['in JSON, every character', unicode(secret)],
	['in HTML', secret.replace('&', '&amp;').replace('"', '&quot;')],
	['in hexadecimal digits', hex],
	['in base64', base64(secret)],
	['in base64 for addresses', Buffer.from(secret).toString('base64url')],
	['in base64 after something', base64(`apiKey:${secret}`)],
	['in base64 after something longer by one', base64(`apiKey::${secret}`)],
	['in base64 before something', base64(`${secret} and more`)],
	['in base64 in JSON as PHP writes it', base64(`??${secret}`).replaceAll('/', '\\/')],
];

describe('a text', () => {
	test.each(writings)('%s', (_how, text) => {
		const clean = redact(`before ${text} after`, [secret]);
		expect(clean).toContain('***');
		expect(clean).toMatch(/^before .* after$/);
		for (const [, writing] of writings.slice(0, 11)) expect(clean).not.toContain(writing);
		// some characters at the ends of base64 belong to what stands beside the secret
		expect(clean.length).toBeLessThan(40);
	});

	test('what is no secret stays as it is', () => {
		const text = 'Produto "Fone" não encontrado: %20 \\u00e9 &amp; Zm9uZQ==';
		expect(redact(text, [secret, 'abc', ''])).toBe(text);
	});

	test('a secret that holds another is taken out whole, the same twice is no matter', () => {
		expect(redact('x-abcdefgh-x', ['abcd', 'abcdefgh', 'abcdefgh'])).toBe('x-***-x');
	});

	test('characters with a meaning in patterns are only themselves', () => {
		expect(redact('a.c$ aXc$ (.*)[x]', ['a.c$', '(.*)[x]'])).toBe('*** aXc$ ***');
	});

	test('any secret, in any of the ordinary writings, within any text', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 8, maxLength: 60, unit: 'binary-ascii' }),
				fc.string({ maxLength: 20 }),
				(any, around) => {
					for (const text of [any, encodeURIComponent(any), JSON.stringify(any)]) {
						const clean = redact(`${around}${text}${around}`, [any]);
						expect(clean).toContain('***');
					}
					const coded = redact(base64(around + any + around), [any]);
					expect(coded).toContain('***');
				},
			),
		);
	});

	test('any secret, each of its characters in any writing', () => {
		const characters = fc.constantFrom(...'aZ3nu%&+\\"\'/ <;é😀\n');
		const written = fc.tuple(characters, fc.constantFrom(...characterWritings));
		fc.assert(
			fc.property(fc.array(written, { minLength: 4, maxLength: 30 }), (parts) => {
				const any = parts.map(([character]) => character).join('');
				const text = parts.map(([character, write]) => write(character)).join('');
				expect(redact(`(${text})`, [any])).toBe('(***)');
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each([4_000, 100_000])('a secret of %d characters, in a text with escapes', (length) => {
		const long = token(length);
		expect(redact(`100% "${long}" \\u0026`, [long])).toBe('100% "***" \\u0026');
		expect(redact(`100% ${percent(long, '%')}`, [long])).toBe('100% ***');
	});

	test('secrets that overlap are both taken out', () => {
		expect(redact('xabcdefghix abcdef', ['abcdef', 'defghi'])).toBe('x***x ***');
	});

	test('a secret with half a character', () => {
		expect(redact('x ab\ud800cd %', ['ab\ud800cd'])).toBe('x *** %');
	});

	test('many long secrets that begin alike cost a text little', () => {
		const secrets = Array.from({ length: 23 }, (_, n) => `${token(800)}${n}`);
		const redactor = new Redactor(secrets);
		for (let n = 0; n < 200; n++)
			expect(redactor.text(`100% ${n} \\"${secrets[n % 23]}\\" %20`)).toBe(
				`100% ${n} \\"***\\" %20`,
			);
	});

	// what takes more than one look at each character runs into the time limit of a test
	test('a hostile text of a megabyte is looked through', () => {
		const secrets = [secret, 'k3y+'.repeat(20)];
		for (const text of ['\\'.repeat(1_000_000), '%'.repeat(1_000_000)])
			expect(redact(text, secrets) === text).toBe(true);
		for (const part of ['&', '+', '%25', 'k3', 'k%']) {
			const text = part.repeat(100_000);
			expect(redact(text, secrets) === text).toBe(true);
		}
		expect(redact('k3y+'.repeat(250_000), secrets)).toBe('***'.repeat(12_500));
	});
});

describe('a body', () => {
	const redactor = new Redactor([secret, '12345678']);
	const clean = (body: unknown) => redactor.body(body, JSON.stringify(body));

	test('without a secret it is the very same', () => {
		const body = { pedidos: [{ idPedido: 1, nome: 'é "x"' }] };
		expect(clean(body)).toBe(body);
	});

	test('only the secrets are taken out: in values and in keys, at any depth', () => {
		const body = { a: [{ b: `x ${secret}` }, 5, null, true], [secret]: 1 };
		expect(clean(body)).toEqual({ a: [{ b: 'x ***' }, 5, null, true], '***': 1 });
	});

	test('numbers stay numbers', () => {
		expect(clean({ idPedido: 12345678, text: '12345678' })).toEqual({
			idPedido: 12345678,
			text: '***',
		});
	});

	test('found where the JSON it came in escapes every character', () => {
		const text = `{"a":"${unicode(secret)}"}`;
		expect(redactor.body(JSON.parse(text), text)).toEqual({ a: '***' });
	});

	test('what holds no secret is not copied, whatever its JSON escapes', () => {
		const text = `{"a":{"b":["x \\u0026 y"]},"c":"100%","d":{"e":"x \\u0026 ${unicode(secret)}"}}`;
		const body = JSON.parse(text) as { a: object; d: object };
		const redacted = redactor.body(body, text) as typeof body;
		expect(redacted).toEqual({ ...body, d: { e: 'x & ***' } });
		expect(redacted.a).toBe(body.a);
		const harmless = `{"a":{"b":["x \\u0026 y"]},"c":"100%"}`;
		const without: unknown = JSON.parse(harmless);
		expect(redactor.body(without, harmless)).toBe(without);
	});

	test('nested too deeply to be looked through: nothing of it is left', () => {
		const text = `${'['.repeat(50_000)}"\\u0026"${']'.repeat(50_000)}`;
		expect(redactor.body(JSON.parse(text), text)).toBeUndefined();
	});
});
