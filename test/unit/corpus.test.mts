import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

/** Whether there is a change for users since a release: their stored workflows must go on as they were. */
function needsCorpus(changelog: string): boolean {
	const [unreleased = '', ...releases] = changelog.split(/^## \[/m).slice(1);
	return releases.length > 0 && /^- /m.test(unreleased);
}

test.each([
	['before the first publication', '## [Unreleased]\n\n- A change.\n', false],
	['right after it', '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- A change.\n', false],
	[
		'with a change after it',
		'## [Unreleased]\n\n- New.\n\n## [0.2.0] - 2026-12-01\n\n- A.\n',
		true,
	],
])('%s stored workflows of a release are needed or not', (_when, changelog, isNeeded) => {
	expect(needsCorpus(`# Changelog\n\n${changelog}`)).toBe(isNeeded);
});

test('from the first publication on there is a corpus of stored workflows (see CONTRIBUTING.md)', () => {
	const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
	const hasCorpus = existsSync(join(projectRoot, 'test/integration/corpus'));
	expect(needsCorpus(changelog) && !hasCorpus).toBe(false);
});
