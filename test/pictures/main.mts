/**
 * `npm run pictures`: makes the pictures of the README in docs/pictures from seeded data, in n8n's real
 * editor and the local hub's panel, light and dark. Needs Chromium and `img2webp` (Debian:
 * chromium-headless-shell, fonts-liberation, webp). `texts.json` keeps what each one says;
 * test/editor plays the scenes again and compares.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import { launchChromium } from '../editor/editor.mts';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { startHub } from '../hub/index.mts';
import { installServer, projectRoot } from '../server/install.mjs';
import { N8nRest } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { writeAnimation } from './frames.mts';
import { scenes, type View } from './scenes.mts';

const folder = join(projectRoot, 'docs', 'pictures');

async function keep(name: string, views: View[]): Promise<void> {
	const [first, ...more] = views;
	if (more.length > 0) await writeAnimation(join(folder, `${name}.webp`), views);
	else writeFileSync(join(folder, `${name}.png`), first!.png);
}

mkdirSync(folder, { recursive: true });
await installServer();
const server = new N8nServer();
const browser = await launchChromium();
try {
	await server.install();
	await server.start();
	const n8n = new N8nRest(server.url, server.home);
	await n8n.signIn();
	const texts: Record<string, string[]> = {};
	for (const theme of ['light', 'dark'] as const) {
		const hub = await startHub({ panel: true, seed: demoSeed });
		const { accessToken, accessTokenIssuedAt, ...data } = credentialData(hub);
		const stored = { name: `Local hub, ${theme}`, type: credentialType, data };
		const credential = await n8n.createCredential(stored);
		for (const [name, play] of Object.entries(scenes)) {
			const views = await play({ n8n, hub, credential, browser, theme });
			await keep(`${name}-${theme}`, views);
			texts[name] = views.map(({ text }) => text);
			console.log(`✓ ${name}, ${theme}`);
		}
		await hub.stop();
	}
	writeFileSync(join(folder, 'texts.json'), `${JSON.stringify(texts, null, '\t')}\n`);
} finally {
	await browser.close();
	await server.remove();
}
