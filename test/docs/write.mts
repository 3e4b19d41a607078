/** `npm run docs`: writes `docs/reference` from the built nodes (`npm run build` first). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../server/install.mjs';
import { formattedPages, referenceFolder } from './pages.mts';

const folder = join(projectRoot, referenceFolder);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of await formattedPages()) writeFileSync(join(folder, file), text);
console.log(`Written: ${referenceFolder}`);
