import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverDirectory } from '../server/install.mjs';
import { readWords } from '../support/readWords.mts';

const file = join(
	serverDirectory,
	'node_modules/@n8n/instance-ai/dist/tools/workflows/classify-node-destructiveness.service.js',
);

test("the tests use the read words of n8n's AI builder", () => {
	// n8n 2.8 has no builder that runs what it drafts
	const code = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
	const list =
		code === undefined ? undefined : /READ_OPERATIONS = new Set\(\[([^\]]*)\]/.exec(code);
	const words = list?.[1]?.match(/(?<=')\w+(?=')/g);
	if (code !== undefined) expect(words).toEqual(readWords);
});
