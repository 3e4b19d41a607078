import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { entryGuards } from '../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import { runGuards } from '../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import { projectRoot } from '../server/install.mjs';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const readme = read('README.md');
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CODE_OF_CONDUCT.md',
	...readdirSync(join(projectRoot, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

const examples = readdirSync(join(projectRoot, 'examples')).map(
	(file) => JSON.parse(read(`examples/${file}`)) as { name: string; nodes: INode[] },
);

const folders = ['nodes', 'credentials', 'test', 'examples', 'docs'];
/** Every file of the project, as its path from the top. */
const sources = folders.flatMap((folder) =>
	readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => !file.includes('node_modules'))
		.map((file) => `/${folder}/${file}`),
);

const anchorsOf = (text: string) =>
	[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\w\s-]/g, '')
			.replaceAll(' ', '-'),
	);

describe.each(pages)('%s', (page) => {
	const text = read(page);
	const links = [...text.matchAll(/(?:\]\(|srcset="|src=")([^)"\s]+)/g)]
		.map(([, link]) => link!)
		.filter((link) => !/^https?:/.test(link));

	test('links to existing files and headings', () => {
		const broken = links.filter((link) => {
			const [file = '', anchor] = link.split('#');
			const target = file === '' ? page : normalize(join(dirname(page), file));
			if (!existsSync(join(projectRoot, target))) return true;
			return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	test('names existing files and tests', () => {
		const named = [...text.matchAll(/`([\w./-]+\.(?:test\.mts|mts|mjs|ts))`/g)].map(
			([, file]) => file!,
		);
		const isThere = (file: string) =>
			existsSync(join(projectRoot, file)) || sources.some((path) => path.endsWith(`/${file}`));
		expect(named.filter((file) => !isThere(file))).toEqual([]);
	});
});

test('the README has at most 1,800 words, and no paragraph over 400 characters', () => {
	expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(1_800);
	const paragraphs = readme.split(/\n\s*\n|\n(?=[-|\d] ?)/).map((text) => text.trim());
	const long = paragraphs.filter((text) => text.length > 400 && !/^[|<[]/.test(text));
	expect(long).toEqual([]);
});

test('the README and the page of pages link to every page of the documentation', () => {
	const index = read('docs/README.md');
	const missing = pages.filter((page) =>
		page.startsWith('docs/') && page !== 'docs/README.md'
			? !index.includes(`](${page.slice('docs/'.length)}`)
			: page !== 'README.md' && !readme.includes(`](${page}`),
	);
	expect(missing).toEqual([]);
});

test('the page of pages has every example, and the names of the forms', () => {
	const index = read('docs/README.md');
	const files = readdirSync(join(projectRoot, 'examples'));
	expect(files.filter((file) => !index.includes(`](../examples/${file})`))).toEqual([]);
	const forms = [
		...readdirSync(join(projectRoot, 'docs/reference')).map((file) => `docs/reference/${file}`),
		'credentials/MarketplaceHubApi.credentials.ts',
	].map(read);
	const [, table = ''] = /## Where do I set …\n([^]*)/.exec(index) ?? [];
	const names = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).slice(1);
	expect(names.length).toBeGreaterThan(30);
	const isInForm = (name: string) =>
		forms.some((form) => form.includes(`**${name}**`) || form.includes(`displayName: '${name}'`));
	expect(names.filter((name) => !isInForm(name))).toEqual([]);
});

test('docs/beside-other-nodes.md names the examples that do not read or make tables as it says', () => {
	const [, part = ''] = /## In the examples\n([^]*)/.exec(read('docs/beside-other-nodes.md')) ?? [];
	const namesOf = (start: string) => {
		const [, line = ''] = new RegExp(`^- \\*\\*${start}\\*\\* (.*)$`, 'm').exec(part) ?? [];
		return examples.map(({ name }) => name).filter((name) => line.includes(`_${name}_`));
	};
	const withTable = (has: (parameters: INodeParameters) => boolean) =>
		examples.flatMap(({ name, nodes }) =>
			nodes.some(({ type, parameters }) => /\.dataTable$/.test(type) && has(parameters))
				? [name]
				: [],
		);
	const isMadeByName = ({ options }: INodeParameters) =>
		(options as INodeParameters | undefined)?.createIfNotExists === true;
	expect(namesOf('Create If Not Exists')).toEqual(withTable(isMadeByName));
	expect(namesOf('Return All')).toEqual(withTable(({ returnAll }) => returnAll === true));
	const isByName = ({ dataTableId }: INodeParameters) =>
		(dataTableId as INodeParameters | undefined)?.mode === 'name';
	expect(withTable(isByName)).toEqual([]);
});

test('each message under Troubleshooting is in the code of the nodes', () => {
	const folder = join(projectRoot, 'nodes');
	const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
	const [, table = ''] = /## Messages\n([^]*)/.exec(read('docs/troubleshooting.md')) ?? [];
	const cells = [...table.matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell]) => cell!);
	// what follows a status or an ellipsis is the hub's
	const messages = cells
		.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message]) => message!))
		.map((message) => message.replace(/( \d{3}|…).*/, '').trim());
	expect(messages.length).toBeGreaterThan(8);
	expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
});

test('docs/architecture.md names functions that the code has', () => {
	const code = sources
		.filter((file) => /^\/(nodes|credentials)\/.*\.ts$/.test(file))
		.map((file) => read(file))
		.join('\n');
	const named = [...read('docs/architecture.md').matchAll(/`([a-zA-Z]+)`/g)].map(
		([, name]) => name!,
	);
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name) => !code.includes(name))).toEqual([]);
});

test('docs/sync.md has the names and defaults of all guards', () => {
	const guards = [...entryGuards, ...runGuards];
	const rows = [...read('docs/sync.md').matchAll(/^\| \*\*(.+?)\*\* .*\| (\w+) +\|$/gm)];
	expect(rows.map(([, name, limit]) => [name, limit])).toEqual(
		expect.arrayContaining(
			guards.map(({ displayName, default: limit }) => [
				displayName,
				limit === 0 ? 'off' : `${limit}`,
			]),
		),
	);
	expect(rows).toHaveLength(guards.length);
});

test('docs/sync.md tells what was measured for lists that name only changes', () => {
	const measured = [
		...read('test/bench/results/changes.md').matchAll(
			/^\| (.+?) +\| +([\d.]+) \| +(\w+ \d.*) \|$/gm,
		),
	].map(([, what, seconds, requests]) => {
		const counts = [...requests!.matchAll(/\w+ (\d+)/g)].map(([, count]) => Number(count));
		const sum = counts.reduce((one, other) => one + other, 0).toLocaleString('en-US');
		return [what, sum, `${seconds} s`].join(' | ');
	});
	const told = read('docs/sync.md').replaceAll(/ +\|/g, ' |');
	expect(measured).toHaveLength(3);
	for (const row of measured) expect(told).toContain(`| ${row} |`);
});

test('a link to an example has the name that the editor shows', () => {
	const links = pages.flatMap((page) => [
		...read(page).matchAll(/\[([^\]]+)\]\((?:\.\.\/)?(examples\/[\w-]+\.json)\)/g),
	]);
	expect(links.length).toBeGreaterThan(10);
	for (const [, title, file] of links)
		expect(title).toBe((JSON.parse(read(file!)) as { name: string }).name);
});
