import { expect, test } from 'vitest';
import { holdsHtml, withoutHtml } from '../../nodes/MarketplaceHub/api/values/html.ts';

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
	['caf&#233; &#xE9; &#XE9; &#128077;', 'café é é 👍'],
	['&#1114111;&#1114112;', '\u{10ffff}&#1114112;'],
	['&#xD7FF; &#xD800; &#xDFFF; &#xE000;', '\ud7ff &#xD800; &#xDFFF; \ue000'],
	['&toString; &agrave &; &#;', '&toString; &agrave &; &#;'],
	['&Ccedil;&EACUTE;&nbsp;&lt;b&gt;', 'ÇÉ <b>'],
	['Fo<thing>ne pre<width>to', 'Fone preto'],
	['<b>Fo</b>ne<br/>preto', 'Fone\npreto'],
	['1 < 2 <b>e</b> 3', '1 < 2 e 3'],
	['a<i>b</i>c <b sem fim', 'abc <b sem fim'],
	['a<b>b</b> <!-- sem fim', 'ab'],
	['a<SCRIPT>if (a<b) x()</SCRIPT>b<style>i {}</style>c<script>y()</script>d', 'abcd'],
	['a<script>sem fim', 'a'],
	['  a \n\t b <p> </p> <p> c  </p>', 'a b\nc'],
	['<!DOCTYPE html><?xml version="1.0"?>a', 'a'],
])('%s', (html, text) => {
	expect(withoutHtml(html)).toBe(text);
});

test.each([
	['<b>', true],
	['</p>', true],
	['a <br/> b', true],
	['<IMG src="a.jpg">', true],
	['<a>b', true],
	['<!-- a -->', true],
	['a <b c> d', true],
	['5 < 6 > 3', false],
	['<1>', false],
	['a <b', false],
	['a <b c', false],
	['b> a', false],
	['<>', false],
	['<', false],
	['', false],
])('%j holds HTML: %s', (text, expected) => {
	expect(holdsHtml(text)).toBe(expected);
});

// quadratic work over these would take minutes
test('a long description takes little time, whatever tags are left open', () => {
	for (const part of ['<', '<a', '<!--', '<script>', '<style><', '&#', '<p> ', ' \n'])
		expect(withoutHtml(part.repeat(200_000)).length).toBeLessThan(1_000_000);
	for (const part of ['<', '<a ', '> <a'])
		expect(holdsHtml(`${part.repeat(200_000)}`)).toBe(part.includes('>'));
});
