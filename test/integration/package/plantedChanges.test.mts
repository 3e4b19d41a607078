import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { builtSources, changedSources, root } from '../../mutants/change.mts';
import type { Planted } from '../../mutants/heldBy.mts';
import { planted } from '../../mutants/planted.mts';

const built = builtSources();

/** What keeps `npm run mutants` from trying a change, if anything does. */
function obstacleTo(change: Planted): string[] {
	const missing = change.tests
		.filter((name) => !existsSync(join(root, 'test', 'integration', `${name}.test.mts`)))
		.map((name) => `'${change.part}': there is no test file ${name}`);
	try {
		// a file that cannot be read at all would be noticed by every test
		for (const source of changedSources(change, built).values())
			new Script(`(function (exports, require, module) {${source}\n})`);
		return missing;
	} catch (error) {
		return [
			...missing,
			error instanceof SyntaxError
				? `'${change.part}': ${error.message}`
				: (error as Error).message,
		];
	}
}

test('every change that `npm run mutants` plants still finds its text once in the built package, and its tests', () => {
	expect(planted.flatMap(obstacleTo)).toEqual([]);
	expect(new Set(planted.map(({ part }) => part)).size).toBe(planted.length);
});
