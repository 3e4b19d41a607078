import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainName } from '../../nodes/MarketplaceHub/api/schemas/columns/columnNames.ts';
import { peopleNames } from '../../nodes/MarketplaceHub/api/schemas/columns/peopleNames.ts';
import { stockFields } from '../../nodes/MarketplaceHub/api/schemas/writes/stock.ts';
import { productSyncRowFields } from '../../nodes/MarketplaceHub/api/schemas/writes/product.ts';
import { projectRoot } from '../server/install.mjs';

test('docs/values.md has every name that people give to a column, and no other', () => {
	const page = readFileSync(join(projectRoot, 'docs', 'values.md'), 'utf8');
	const [, section = ''] = /\n## Your own file\n([^]*?)\n## /.exec(page)!;
	const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)];
	expect(Object.fromEntries(rows.map(([, field, names]) => [field, names!.split(', ')]))).toEqual(
		peopleNames,
	);
});

test('they are names of fields that a list may have, and none is the own name of another field', () => {
	const fields = { ...productSyncRowFields, ...stockFields };
	expect(Object.keys(peopleNames).filter((field) => !(field in fields))).toEqual([]);
	const own = new Set(Object.keys(fields).map(plainName));
	const names = Object.values(peopleNames).flat();
	expect(names.filter((name) => own.has(plainName(name)))).toEqual([]);
});
