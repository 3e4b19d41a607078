import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string }>;
}
const workflow = (name: string) =>
	parse(read(`.github/workflows/${name}.yml`)) as {
		permissions: Record<string, string>;
		jobs: Record<string, Job>;
	};

test('only the publishing job can identify itself to npm, and it runs only npm', () => {
	const { permissions, jobs } = workflow('publish');
	expect(permissions).toEqual({ contents: 'read' });
	expect(jobs.pack!.permissions).toBeUndefined();
	const { publish } = jobs;
	expect(publish).toMatchObject({
		needs: 'pack',
		environment: 'npm',
		permissions: { 'id-token': 'write' },
	});
	expect(publish!.steps.flatMap(({ run }) => run ?? [])).toEqual([
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(publish!.steps.map(({ uses = '' }) => uses).join()).not.toContain('checkout');
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
