import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scenes } from '../pictures/scenes.mts';
import { projectRoot } from '../server/install.mjs';
import { useEditor } from './session.mts';

const at = useEditor();
const folder = join(projectRoot, 'docs', 'pictures');
const texts = JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8')) as Record<
	string,
	string[]
>;

describe.each(Object.entries(scenes))('the pictures %s', (name, play) => {
	test('show the present state; otherwise npm run pictures renews them', async () => {
		const { n8n, hub, credential, browser } = at;
		const theme = 'dark';
		const views = await play({ n8n, hub, credential, browser, theme });
		expect(views.map(({ text }) => text)).toEqual(texts[name]);
	});

	test('are in the README, light and dark', () => {
		const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
		const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`));
		expect(files.map((file) => file.replace(/\.\w+$/, ''))).toEqual([
			`${name}-dark`,
			`${name}-light`,
		]);
		for (const file of files) expect(readme).toContain(`docs/pictures/${file}`);
	});
});
