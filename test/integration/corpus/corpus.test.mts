import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../engine/engine.mts';
import { operations } from '../../support/built.mts';
import { setup } from '../../support/setup.mts';
import { corpus, hubOptions, type Recorded, resultOf } from './corpus.mts';
import { emptyHub, resultOfTrigger, storedTriggers } from './storedTriggers.mts';

/*
 * Workflows as earlier releases stored them, with what they gave then. A result that a change altered
 * on purpose stands beside the entry of the changelog that says why; any other difference fails.
 */

const workflows = corpus();
const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');

/** Compares a result with the one that a release gave, or with the one that the changelog announces. */
function expectStored(found: IDataObject, { result, changed }: Recorded): void {
	expect(found).toEqual(changed?.result ?? result);
	if (changed === undefined) return;
	expect(changelog).toContain(changed.because);
	expect(changed.result).not.toEqual(result);
}

describe.each([...workflows].map(([file, stored]) => [basename(file), stored] as const))(
	'%s',
	(_file, stored) => {
		test.each(stored)('$name', async (workflow) => {
			const { hub, n8n } = await setup(hubOptions(workflow));
			expectStored(await resultOf(workflow, hub, n8n), workflow);
		});
	},
);

describe.each([...storedTriggers()].map(([file, stored]) => [basename(file), stored] as const))(
	'triggers/%s',
	(_file, stored) => {
		test.each(stored)('$name', async (trigger) => {
			const { hub, n8n } = await setup(emptyHub);
			expectStored(await resultOfTrigger(trigger, hub, n8n), trigger);
		});
	},
);

/** The operations that nodes of a version have in the corpus. */
function operationsOf(version: number): Set<string> {
	const nodes = [...workflows.values()].flat().flatMap((workflow) => workflow.nodes);
	return new Set(
		nodes
			.filter(({ typeVersion = 1 }) => typeVersion === version)
			.map(({ parameters }) => `${String(parameters.resource)} ${String(parameters.operation)}`),
	);
}

test('the corpus has every operation of version 1', () => {
	expect([...operationsOf(1)].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('the corpus has every operation in which version 1.1 differs', () => {
	const differ = operations
		.map(({ name }) => name)
		.filter((name) => name.endsWith(' sync') || name === 'orderQueue getMany');
	expect(differ.filter((name) => !operationsOf(1.1).has(name))).toEqual([]);
});
