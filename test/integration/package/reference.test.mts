import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formattedPages, referenceFolder } from '../../docs/pages.mts';
import { projectRoot } from '../../engine/engine.mts';
import { operations } from '../../support/built.mts';

const pages = await formattedPages();
const folder = join(projectRoot, referenceFolder);

test('docs/reference has a page for every resource and no others', () => {
	expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
});

test.each([...pages])(
	'%s says what the nodes say: `npm run docs` brings it up to date',
	(file, text) => {
		expect(readFileSync(join(folder, file), 'utf8')).toBe(text);
	},
);

test('every operation, its parameters and its requests are on the pages', () => {
	const all = [...pages.values()].join('\n');
	for (const { operation } of operations) {
		expect(all).toContain(`## ${operation.option.name}`);
		for (const { type, displayName } of operation.properties)
			if (type !== 'notice') expect(all).toContain(displayName);
	}
	expect(all).toContain('PUT /v1/orders/{id}/sent');
	expect(all).toContain('10 a minute');
});
