import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formattedPages, referenceFolder } from '../../docs/pages.mts';
import { projectRoot } from '../../engine/engine.mts';

const pages = await formattedPages();
const folder = join(projectRoot, referenceFolder);

test('docs/reference has a page for every resource and no others', () => {
	expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
});

test.each([...pages])('%s agrees with the nodes (renewed by `npm run docs`)', (file, text) => {
	expect(readFileSync(join(folder, file), 'utf8')).toBe(text);
});
