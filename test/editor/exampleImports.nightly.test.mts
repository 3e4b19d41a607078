import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import { useEditor } from './session.mts';

const at = useEditor();

test('each example is imported with the mouse', async () => {
	const { editor } = at;
	await editor.goTo('/workflow/new', 'canvas-plus-button');
	for (const name of exampleNames()) {
		const buffer = readFileSync(join(projectRoot, 'examples', `${name}.json`));
		const { nodes } = JSON.parse(buffer.toString('utf8')) as { nodes: Array<{ type: string }> };
		const shown = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length;
		await editor.importFile(`${name}.json`, buffer);
		await editor
			.nodes()
			.nth(shown - 1)
			.waitFor();
		expect(await editor.nodes().count(), name).toBe(shown);
		expect(await editor.page.getByText('Install this node').count(), name).toBe(0);
		await editor.page.keyboard.press('Control+a');
		await editor.page.keyboard.press('Delete');
		await editor.at('canvas-plus-button').waitFor();
	}
});
