/** The folder in which the engines of a test run have their homes; it goes when the run ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeHomes(): () => void {
	const homes = mkdtempSync(join(tmpdir(), 'n8n-engines-'));
	process.env.N8N_ENGINE_HOMES = homes;
	return () => rmSync(homes, { recursive: true, force: true });
}
