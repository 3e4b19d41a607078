import { describe, expect, test } from 'vitest';
import { encodedUrl, parseUrl } from '../../../nodes/MarketplaceHub/api/values/urls.ts';

describe('an address', () => {
	test.each([
		['https://loja.com.br/a.jpg', 'loja.com.br'],
		['ftp://loja.com.br', 'loja.com.br'],
		['https://ação.com', 'xn--ao-siap.com'],
	])('%s has the host %s', (text, host) => {
		expect(parseUrl(text)?.host).toBe(host);
	});

	test.each(['', 'loja.com.br/a.jpg', '/a.jpg', 'https://', 'https://[1', 'caneca azul'])(
		'%j is none',
		(text) => {
			expect(parseUrl(text)).toBeUndefined();
		},
	);
});

describe('a request carries an address', () => {
	test.each([
		['encoded', 'https://loja.com/caneção 1.jpg', 'https://loja.com/cane%C3%A7%C3%A3o%201.jpg'],
		['with a host in Punycode', 'https://ação.com/v', 'https://xn--ao-siap.com/v'],
		['without encoding twice', 'https://loja.com/%C3%A7%20ç', 'https://loja.com/%C3%A7%20%C3%A7'],
		['as it is, where all is ASCII', 'HTTPS://Loja.com?a={1}', 'HTTPS://Loja.com?a={1}'],
		['without blanks around it', ' https://Loja.com\n', 'https://Loja.com'],
		['without marks that nobody sees', '\ufeffhttps://Loja\u200b.com\u2060', 'https://Loja.com'],
		[
			'with an emoji of several parts',
			'https://a.com/❤\u200d🔥',
			'https://a.com/%E2%9D%A4%E2%80%8D%F0%9F%94%A5',
		],
	])('%s', (_how, given, sent) => {
		expect(encodedUrl(given)).toBe(sent);
	});

	test.each<[unknown]>([['caneca azul'], ['ação'], [''], [7], [null], [undefined], [['ç']]])(
		'and %j, which is none, as it is',
		(value) => {
			expect(encodedUrl(value)).toBe(value);
		},
	);
});
