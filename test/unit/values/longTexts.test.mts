import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { takeColumns } from '../../../nodes/MarketplaceHub/api/schemas/columns/takeColumns.ts';
import { productFields } from '../../../nodes/MarketplaceHub/api/schemas/writes/product.ts';
import { cellKinds, readCell } from '../../../nodes/MarketplaceHub/api/values/cells.ts';

/* What a cell or an answer holds is read in time that grows with its length, whatever it is. */

const folder = new URL('../../../nodes/MarketplaceHub/api/values/', import.meta.url);
type Reader = (text: string) => unknown;
const modules = await Promise.all(
	readdirSync(folder).map(
		async (file) => [file, (await import(new URL(file, folder).href)) as object] as const,
	),
);
/** Every function of api/values that takes a text, and what is made of these. */
const readers: Array<[name: string, read: Reader]> = [
	...modules.flatMap(([file, exported]) =>
		Object.entries(exported)
			.filter((entry): entry is [string, Reader] => typeof entry[1] === 'function')
			.map(([name, read]): [string, Reader] => [`${name} of ${file}`, read]),
	),
	...Object.keys(cellKinds).map((kind): [string, Reader] => [
		`readCell, ${kind}`,
		(text) => readCell(kind as never, text, { zone: 'America/Sao_Paulo' }),
	]),
	['takeColumns', (text) => takeColumns(new Map([['a', text]]), productFields)],
];

/** What stands before, again and again, and behind. */
const texts: Array<[before: string, again: string, behind: string]> = [
	...['', 'a', 'R$', '1', '"a"', "'1", 'a,', 'a(', 'NFe', '26 de', '12,5'].flatMap(
		(before): typeof texts => [
			[before, ' ', 'x'],
			[before, '\n', 'x'],
			[before, '\u00a0', '1x'],
		],
	),
	...['"', '""a', ',', '.', '1.', '111,', '1 234 ', '-', '>', '(', '[', '<a', '<!--', '9', 'a'].map(
		(again): (typeof texts)[number] => ['', again, '!'],
	),
	...[
		'"\\',
		'{},',
		'=',
		'/',
		'|',
		"'",
		'de ',
		' de',
		'\\u00',
		'R$',
		'12:',
		'978-',
		'^XA',
		'&lt',
	].map((again): (typeof texts)[number] => ['', again, '!']),
];

const length = 30_000;

test.each(readers)('%s', (_name, read) => {
	const slow = texts.filter(([before, again, behind]) => {
		const text = before + again.repeat(length / again.length) + behind;
		const { user } = process.cpuUsage();
		try {
			read(text);
		} catch {
			// a text may be refused
		}
		return process.cpuUsage().user - user > 300_000;
	});
	expect(slow.map((text) => JSON.stringify(text)).join()).toBe('');
});
