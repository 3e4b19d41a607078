import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../server/install.mjs';

const placeholder = /example\.com|to be filled in/;

/** Paths of the values in a JSON document that a person has to fill in. */
function openFields(value: unknown, path: string[] = []): string[] {
	if (typeof value === 'string') return placeholder.test(value) ? [path.join('.')] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		openFields(inner, Array.isArray(value) ? path : [...path, name]),
	);
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const folder = 'nodes/MarketplaceHub';
const codex = readdirSync(join(projectRoot, folder)).filter((file) => file.endsWith('.node.json'));
const publishFile = '.github/workflows/publish.yml';
const contributing = read('CONTRIBUTING.md').split('## Releasing')[1]!;

test('only package.json has placeholders to fill in, and CONTRIBUTING lists them', () => {
	const fields = ['homepage', 'bugs.url', 'author.name', 'author.email', 'repository.url'];
	const open = openFields(JSON.parse(read('package.json')));
	expect(open.filter((field) => !fields.includes(field))).toEqual([]);
	for (const field of fields) expect(contributing).toContain(`\`${field}\``);

	const forms = readdirSync(join(projectRoot, '.github'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.includes('.'))
		.map((file) => `.github/${file}`)
		.filter((file) => file !== publishFile);
	const others = ['README.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', ...forms];
	expect(others.filter((file) => placeholder.test(read(file)))).toEqual([]);
});

test('the documentation links lead to the package at npm, without a fragment, as n8n appends a query', () => {
	const { name } = JSON.parse(read('package.json')) as { name: string };
	const texts = [
		...codex.map((file) => read(`${folder}/${file}`)),
		read('credentials/MarketplaceHubApi.credentials.ts'),
	];
	for (const text of texts) {
		expect(text).not.toContain('example.com/n8n');
		const links = text.match(/https:\/\/www[^'"]+/g);
		expect(new Set(links)).toEqual(new Set([`https://www.npmjs.com/package/${name}`]));
	}
});

interface Step {
	id?: string;
	uses?: string;
	with?: Record<string, unknown>;
	run?: string;
	env?: Record<string, string>;
}
interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	outputs?: Record<string, string>;
	steps: Step[];
}
const workflow = (name: string) =>
	parse(read(`.github/workflows/${name}.yml`)) as {
		permissions: Record<string, string>;
		jobs: Record<string, Job>;
	};

test('only the publishing job can identify itself to npm, and it runs only npm', () => {
	const { permissions, jobs } = workflow('publish');
	expect(permissions).toEqual({ contents: 'read' });
	expect(Object.keys(jobs)).toEqual(['test', 'pack', 'publish']);
	for (const job of [jobs.test!, jobs.pack!]) expect(job.permissions).toBeUndefined();
	const { publish } = jobs;
	expect(publish).toMatchObject({
		needs: 'pack',
		environment: 'npm',
		permissions: { 'id-token': 'write' },
	});
	expect(publish!.steps.map(({ uses = '' }) => uses).join()).not.toContain('checkout');
});

test('what is published was packed where no test and no script of a dependency has run', () => {
	const { test: tested, pack } = workflow('publish').jobs;
	expect(tested!.steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
	expect(pack!.needs).toBe('test');
	expect(pack!.steps[0]!.uses).toContain('actions/checkout@');
	const commands = pack!.steps.flatMap(({ run }) => run?.split('\n') ?? []);
	expect(commands.filter((command) => /^npm (ci|install|run build|pack)/.test(command))).toEqual([
		'npm ci --ignore-scripts',
		'npm run build --ignore-scripts',
		'npm pack --ignore-scripts',
	]);
	expect(commands.join('\n')).not.toMatch(/\.ci\/run|npm (?:run )?test/);
	expect(commands).toContain(
		'test "${GITHUB_REF_NAME#v}" = "$(node -p \'require("./package.json").version\')"',
	);
});

test('the file that is published is the very file that was packed', () => {
	const { pack, publish } = workflow('publish').jobs;
	const packed = pack!.steps.find(({ id }) => id === 'packed')!;
	expect(pack!.outputs).toEqual({ digest: '${{ steps.packed.outputs.digest }}' });
	const steps = publish!.steps.filter(({ run }) => run !== undefined);
	expect(steps.map(({ run }) => run)).toEqual([
		'echo "$DIGEST  $(ls -- *.tgz)" | sha256sum --check --strict',
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(steps[0]!.env).toEqual({ DIGEST: '${{ needs.pack.outputs.digest }}' });

	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const tarball = join(folder, 'package-1.0.0.tgz');
	writeFileSync(tarball, 'as packed');
	const output = join(folder, 'output');
	const run = (script: string, env: NodeJS.ProcessEnv) =>
		spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
			...{ cwd: folder, env: { ...process.env, GITHUB_OUTPUT: output, ...env } },
		}).status;
	run(packed.run!.replace('npm pack --ignore-scripts', ''), {});
	const digest = readFileSync(output, 'utf8').trim().replace('digest=', '');
	expect(digest).toMatch(/^[\da-f]{64}$/);
	expect(run(steps[0]!.run!, { DIGEST: digest })).toBe(0);
	expect(run(steps[0]!.run!, { DIGEST: '' })).not.toBe(0);
	writeFileSync(tarball, 'changed');
	expect(run(steps[0]!.run!, { DIGEST: digest })).not.toBe(0);
	writeFileSync(tarball, 'as packed');
	writeFileSync(join(folder, 'another.tgz'), 'as packed');
	expect(run(steps[0]!.run!, { DIGEST: digest })).not.toBe(0);
});

test('a tag that main does not have ends the workflow before anything is installed or packed', () => {
	const { steps } = workflow('publish').jobs.pack!;
	expect(steps[0]!.with).toMatchObject({ 'fetch-depth': 0 });
	const check = steps.findIndex(({ run }) => run?.startsWith('git merge-base'));
	expect(check).toBeGreaterThan(0);
	expect(check).toBeLessThan(steps.findIndex(({ run }) => run?.startsWith('npm')));

	const folder = mkdtempSync(join(tmpdir(), 'tagged-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const origin = join(folder, 'origin');
	const checkout = join(folder, 'checkout');
	const run = (script: string, cwd: string) =>
		spawnSync('bash', ['-e', '-c', script], { cwd, stdio: 'ignore' }).status;
	const commit = 'git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m';
	const tags = `${commit} first; git tag v1; git checkout -qb other; ${commit} other; git tag v2`;
	expect(run(`git init -qb main origin; cd origin; ${tags}; git checkout -q main`, folder)).toBe(0);
	expect(run(`git -C origin rev-parse v2; git clone -q ${origin} checkout`, folder)).toBe(0);
	const checked = (tag: string) => run(`git checkout -q ${tag}; ${steps[check]!.run!}`, checkout);
	expect(checked('v1')).toBe(0);
	expect(checked('v2')).not.toBe(0);
	expect(run(`${commit} second`, origin)).toBe(0);
	expect(run('git fetch -q', checkout)).toBe(0);
	expect(checked('v1')).toBe(0);
});

const commandsOf = ({ jobs }: { jobs: Record<string, Job> }) =>
	Object.values(jobs)
		.flatMap(({ steps }) => steps)
		.flatMap(({ run }) => run ?? []);

test('the publishing workflow stops at a placeholder', () => {
	const { pack } = workflow('publish').jobs;
	const commands = commandsOf({ jobs: { pack: pack! } });
	const check = commands.indexOf("! grep -nE 'example\\.com|to be filled in' package.json");
	expect(check).toBeGreaterThanOrEqual(0);
	expect(check).toBeLessThan(commands.findIndex((command) => command.includes('npm pack')));
});

test("continuous integration rehearses the release, and both run n8n's scanner", () => {
	const commands = commandsOf(workflow('ci'));
	expect(commands).toContain('npm run scan');
	expect(commands.join('\n')).toContain('npx release-it --dry-run');
	expect(commandsOf(workflow('publish'))).toContain('npm run scan');
	// it publishes as soon as it believes that it runs in continuous integration
	for (const name of ['ci', 'publish'])
		expect(read(`.github/workflows/${name}.yml`)).not.toContain('n8n-node release');
});

test.each(['ci', 'publish'])('actions of the workflow %s are pinned by commit', (name) => {
	const uses = Object.values(workflow(name).jobs)
		.flatMap(({ steps }) => steps)
		.flatMap((step) => step.uses ?? []);
	expect(uses.length).toBeGreaterThan(0);
	expect(uses.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([]);
});

test('Renovate leaves alone what must keep its version', () => {
	const { packageRules } = JSON.parse(read('renovate.json')) as {
		packageRules: Array<Record<string, unknown>>;
	};
	const heldBack = packageRules.filter(({ enabled }) => enabled === false);
	const named = (key: string) => heldBack.flatMap((rule) => (rule[key] ?? []) as string[]);
	expect(named('matchDepTypes')).toEqual(expect.arrayContaining(['engines', 'peerDependencies']));
	expect(named('matchPackageNames')).toEqual(expect.arrayContaining(['n8n-core', 'n8n-workflow']));
	expect(named('matchFileNames')).toContain('test/server/**');
	expect(packageRules).toContainEqual(
		expect.objectContaining({ matchPackageNames: ['zod'], allowedVersions: '~3.25.0' }),
	);
});
