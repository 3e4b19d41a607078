import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

const files = [
	'.release-it.json',
	'CHANGELOG.md',
	'package.json',
	'package-lock.json',
	'docs/docker/Dockerfile',
];
const tool = join(projectRoot, 'node_modules', 'release-it', 'bin', 'release-it.js');
const plugin = '@release-it/keep-a-changelog';

/** A repository of its own with what a release changes, and the tool that makes the release there. */
function repository(change: Record<string, (text: string) => string>) {
	const copy = mkdtempSync(join(tmpdir(), 'release-'));
	onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
	const read = (file: string) => readFileSync(join(copy, file), 'utf8');
	for (const file of files) {
		mkdirSync(dirname(join(copy, file)), { recursive: true });
		cpSync(join(projectRoot, file), join(copy, file));
		writeFileSync(join(copy, file), change[file]?.(read(file)) ?? read(file));
	}
	mkdirSync(join(copy, 'node_modules', dirname(plugin)), { recursive: true });
	cpSync(join(projectRoot, 'node_modules', plugin), join(copy, 'node_modules', plugin), {
		recursive: true,
	});
	const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
	const run = (program: string, ...args: string[]) =>
		execFileSync(program, args, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
	run('git', 'init', '--quiet', '--initial-branch=main');
	for (const [name, value] of [
		['user.name', 'Somebody'],
		['user.email', 'somebody@example.com'],
	])
		run('git', 'config', name!, value!);
	run('git', 'add', ...files);
	run('git', 'commit', '--quiet', '-m', 'All of it');
	const local = ['--ci', '--no-git.push', '--no-git.requireUpstream', '--no-github.release'];
	const release = (...args: string[]) => run(process.execPath, tool, ...local, ...args);
	return { read, run, release };
}

test('npm run release updates version and changelog, and sets the tag', () => {
	const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	expect(scripts.release).toBe('release-it');

	const { read, run, release } = repository({
		// right after a release there is none
		'CHANGELOG.md': (text) => text.replace('## [Unreleased]\n', '$&\n- A change.\n'),
	});
	const [, unreleased] = /\n## \[Unreleased\]\n([^]*?)(?=\n## \[|$)/.exec(read('CHANGELOG.md'))!;
	const versionOf = () => (JSON.parse(read('package.json')) as { version: string }).version;
	const [major, minor] = versionOf().split('.');
	release('--hooks.before:init=true');

	const version = versionOf();
	expect(version).toBe(`${major}.${Number(minor) + 1}.0`);
	expect(read('docs/docker/Dockerfile')).toContain(`PACKAGE_VERSION=${version}\n`);
	const changelog = read('CHANGELOG.md');
	expect(changelog).toMatch(/\n## \[Unreleased\]\n\n## \[\d/);
	const [, entry] = new RegExp(
		`\\n## \\[${version}\\] - \\d{4}-\\d{2}-\\d{2}\\n([^]*?)(?=\\n## \\[|$)`,
	).exec(changelog)!;
	expect(entry!.trim()).toBe(unreleased!.trim());
	expect(run('git', 'tag').trim()).toBe(`v${version}`);
	expect(run('git', 'status', '--porcelain', '--', ...files)).toBe('');
});

test('npm run release stops if package.json has a placeholder', () => {
	const { read, run, release } = repository({
		'package.json': (text) =>
			text.replace(/"homepage": ".*"/, '"homepage": "https://example.com/"'),
	});
	const before = read('package.json');
	expect(() => release()).toThrow('"homepage": "https://example.com/"');
	expect(read('package.json')).toBe(before);
	expect(run('git', 'tag')).toBe('');
});
