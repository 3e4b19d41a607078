import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const usual = 2_000;

/** One picture of an animation and how long it stays, in ms. */
export interface Frame {
	png: Buffer;
	shown?: number;
}

/** Writes an animated WebP. Throws when `img2webp` (Debian: webp) is not installed. */
export async function writeAnimation(file: string, frames: Frame[]): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'frames-'));
	try {
		const parts = frames.flatMap(({ png, shown }, index) => {
			const path = join(folder, `${index}.png`);
			writeFileSync(path, png);
			return ['-d', String(shown ?? usual), path];
		});
		const how = ['-loop', '0', '-lossy', '-q', '80', '-m', '6'];
		// it takes seconds, in which connections to n8n end and have to be seen to end
		await promisify(execFile)('img2webp', [...how, ...parts, '-o', file]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
