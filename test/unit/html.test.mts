import { expect, test } from 'vitest';
import { withoutHtml } from '../../nodes/MarketplaceHub/api/values/html.ts';

test.each([
	['5 < 6 e 7 > 3', '5 < 6 e 7 > 3'],
	['<p>a</p><p>b</p>', 'a\nb'],
	['<td>a</td><td>b</td>', 'a b'],
	['a<script>if (a<b) x()</script>b', 'ab'],
	['a <!-- sem fim', 'a'],
	['a <b sem fim', 'a <b sem fim'],
	['&ccedil;&Atilde;&uuml;&ordm;&desconhecida; &#0; &#xD800;', 'çÃüº&desconhecida; &#0; &#xD800;'],
	['&amp;lt;', '&lt;'],
])('%s', (html, text) => {
	expect(withoutHtml(html)).toBe(text);
});

test('time grows with the length, whatever is not closed', () => {
	for (const part of ['<', '<a', '<!--', '<script>', '&#', '<p> ', ' \n']) {
		const began = performance.now();
		withoutHtml(part.repeat(1_000_000));
		expect(performance.now() - began).toBeLessThan(10_000);
	}
});
