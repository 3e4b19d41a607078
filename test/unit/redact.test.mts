import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, withoutSecrets } from '../../nodes/MarketplaceHub/api/values/redact.ts';

const secret = 'k3y+With/odd"Chars&é';
const hex = Buffer.from(secret).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const allPercent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('');

const writings: Array<[string, string]> = [
	['plain', secret],
	['in an address', encodeURIComponent(secret)],
	[
		'in an address, hexadecimal digits in lower case',
		encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
	],
	['in an address, every character', allPercent],
	['in an address twice', encodeURIComponent(encodeURIComponent(secret))],
	['in JSON', JSON.stringify(secret)],
	['in JSON as PHP writes it', JSON.stringify(secret).replace('/', '\\/').replace('é', '\\u00e9')],
	['in JSON within JSON', JSON.stringify(JSON.stringify(secret))],
	[
		'in JSON, every character',
		[...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
	],
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

	// what takes more than one look at each character runs into the time limit of a test
	test('a hostile text of a megabyte is looked through', () => {
		const secrets = [secret, 'k3y+'.repeat(20)];
		for (const text of ['\\'.repeat(1_000_000), '%'.repeat(1_000_000)])
			expect(redact(text, secrets) === text).toBe(true);
		expect(redact('k3y+'.repeat(250_000), secrets)).toBe('***'.repeat(12_500));
	});
});

describe('a body', () => {
	const clean = (body: unknown) => withoutSecrets(body, JSON.stringify(body), [secret, '12345678']);

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
		const text = `{"a":"${[...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`;
		expect(withoutSecrets(JSON.parse(text), text, [secret])).toEqual({ a: '***' });
	});
});
