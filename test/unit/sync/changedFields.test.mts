import { expect, test } from 'vitest';
import { fieldsInWords } from '../../../nodes/MarketplaceHub/actions/sync/guards/changedFields.ts';
import type { Write } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import { change, row, times } from './rows.mts';

const named = (sku: string, one: Write): Write => ({ ...one, identity: { sku } });

test.each<[string, Write[], string]>([
	['no entry', [], ''],
	[
		'the most frequent field comes first, with its first example',
		[
			named('A', change({ nome: 'x', tags: ['a'] }, { tags: ['b', 'c'] })),
			named('B', change({ nome: 'caneca' }, { nome: 'Caneca' })),
			named('C', change({ nome: 'copo' }, { nome: 'Copo' })),
		],
		"`nome` in 2 (SKU B: 'caneca' in the hub, 'Caneca' in the list), `tags` in 1 (SKU A: '[\"a\"]' in the hub, '[\"b\",\"c\"]' in the list)",
	],
	[
		'prices are in BRL, a value that the hub lacks is nothing',
		[change({ precoPor: 7990 }, { precoPor: 799, cor: 'azul' })],
		"`precoPor` in 1 (SKU A: '79,90' in the hub, '7,99' in the list), `cor` in 1 (SKU A: nothing in the hub, 'azul' in the list)",
	],
	[
		'what is written with the others and does not differ is left out',
		[change({ precoDe: 9990, precoPor: 7990 }, { precoDe: 9990, precoPor: 100 })],
		"`precoPor` in 1 (SKU A: '79,90' in the hub, '1,00' in the list)",
	],
	[
		'a field of variations counts once for each product',
		[
			change(
				{
					variacoes: new Map([
						['P', { precoPor: 100 }],
						['M', { precoPor: 100 }],
					]),
				},
				{
					variacoes: new Map([
						['P', { precoPor: 200 }],
						['M', { precoPor: 300 }],
					]),
				},
			),
		],
		"`variacoes.precoPor` in 1 (SKU A: '1,00' in the hub, '2,00' in the list)",
	],
	[
		'of a long text the place where it begins to differ is shown',
		[
			change(
				{ descricao: `${'a'.repeat(500)}\nb${'c'.repeat(90)}` },
				{ descricao: 'a'.repeat(500) },
			),
		],
		`\`descricao\` in 1 (SKU A: '…aaaaaaaa b${'c'.repeat(20)}…' in the hub, '…aaaaaaaa' in the list)`,
	],
	[
		'new and deleted entries are counted',
		[
			...times(1200, { before: undefined }),
			row({ does: 'remove', before: { precoPor: 1 } }),
			change({ estoque: 5 }, { estoque: 6 }),
		],
		"`estoque` in 1 (SKU A: '5' in the hub, '6' in the list), 1200 are new, 1 would be deleted",
	],
	[
		'the rest of many fields is counted',
		[
			change(
				{},
				Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, '1'])),
			),
		],
		`${['a', 'b', 'c', 'd', 'e'].map((name) => `\`${name}\` in 1 (SKU A: nothing in the hub, '1' in the list)`).join(', ')}, 2 more fields`,
	],
])('%s', async (_what, changes, words) => {
	expect(await fieldsInWords(changes)).toBe(words);
});
