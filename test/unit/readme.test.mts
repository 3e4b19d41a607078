import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const readme = read('README.md');

test('what the README links to is there', () => {
	const links = [...readme.matchAll(/(?:\]\(|srcset="|src=")([^)"#]+)/g)].map(([, link]) => link!);
	const local = links.filter((link) => !/^https?:/.test(link));
	expect(local.length).toBeGreaterThan(10);
	for (const link of local) expect(() => read(link)).not.toThrow();
});

test('so are the headings that it links to', () => {
	const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\w\s-]/g, '')
			.replaceAll(' ', '-'),
	);
	const anchors = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!);
	expect(anchors.length).toBeGreaterThan(10);
	expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test('each message under Troubleshooting is one that the nodes say', () => {
	const folder = join(projectRoot, 'nodes');
	const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
	const [, table = ''] = /## Troubleshooting by message\n([^]*?)\n## /.exec(readme) ?? [];
	const cells = [...table.matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell]) => cell!);
	// what follows a status or an ellipsis is the hub's
	const messages = cells
		.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message]) => message!))
		.map((message) => message.replace(/( \d{3}|…).*/, '').trim());
	expect(messages.length).toBeGreaterThan(8);
	expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
});
