import { expect, test } from 'vitest';
import { withoutHtml } from '../../nodes/MarketplaceHub/api/values/html.ts';

test.each([
	['5 < 6 e 7 > 3', '5 < 6 e 7 > 3'],
	['<p>a</p><p>b</p>', 'a\nb'],
	['<td>a</td><td>b</td>', 'a b'],
	['a<script>if (a<b) x()</script>b', 'ab'],
	['a <!-- sem fim', 'a'],
	['<!-- sem fim', ''],
	['<!-- a > b -->c', 'c'],
	['a <b sem fim', 'a <b sem fim'],
	['&ccedil;&Atilde;&uuml;&ordm;&desconhecida; &#0; &#xD800;', 'çÃüº&desconhecida; &#0; &#xD800;'],
	['&amp;lt;', '&lt;'],
])('%s', (html, text) => {
	expect(withoutHtml(html)).toBe(text);
});

// quadratic work over these would take minutes
test('a long description takes little time, whatever tags are left open', () => {
	for (const part of ['<', '<a', '<!--', '<script>', '<style><', '&#', '<p> ', ' \n'])
		expect(withoutHtml(part.repeat(200_000)).length).toBeLessThan(1_000_000);
});
