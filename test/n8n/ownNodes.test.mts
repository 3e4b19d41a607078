import { spawnSync } from 'node:child_process';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { projectRoot, serverDirectory, serverNode } from '../server/install.mjs';
import { outputOf } from '../server/rest.mts';
import { nodeOf, signIn } from './session.mts';

/** What examples and sellers build with: n8n's own nodes work on this host. */
const n8n = await signIn();

test.each([
	['n8n-nodes-base', 400],
	['@n8n/n8n-nodes-langchain', 90],
])(
	'every node of %s loads',
	(packageName, atLeast) => {
		const script = `${projectRoot}/test/server/loadNodes.mjs`;
		const { stdout } = spawnSync(serverNode, [script, serverDirectory, packageName], {
			encoding: 'utf8',
		});
		const { nodes, failures } = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
			nodes: number;
			failures: string[];
		};
		expect(failures).toEqual([]);
		expect(nodes).toBeGreaterThan(atLeast);
	},
	120_000,
);

/** A page with 'Sofa' on it; readers rebuild its table of contents. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 35>>stream
BT /F1 12 Tf 20 100 Td (Sofa) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Size 6/Root 1 0 R>>
%%EOF`;

interface Way {
	/** Parameters of Convert to File. */
	to: INodeParameters;
	/** Parameters of Extract from File. */
	from: INodeParameters;
	/** What the item to convert holds. */
	value?: string;
	/** What comes out of the file. */
	shows: string;
}

const text = (from: string, value: string, shows: string): Way => ({
	to: { operation: 'toText', sourceProperty: 'value' },
	from: { operation: from },
	value,
	shows,
});
const sheet = (kind: string): Way => ({
	to: { operation: kind },
	from: { operation: kind },
	shows: 'Sofa',
});

const ways: Way[] = [
	...['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'].map(sheet),
	{ to: { operation: 'toJson' }, from: { operation: 'fromJson' }, shows: 'Sofa' },
	{
		to: { operation: 'iCal', title: 'Sofa', start: '2026-11-28T10:00', end: '2026-11-28T11:00' },
		from: { operation: 'fromIcs' },
		shows: 'Sofa',
	},
	text('text', 'Sofa', 'Sofa'),
	text('xml', '<nome>Sofa</nome>', '<nome>Sofa</nome>'),
	{
		to: { operation: 'toBinary', sourceProperty: 'value' },
		from: { operation: 'binaryToPropery' },
		value: 'U29mYQ==',
		shows: 'U29mYQ==',
	},
	{
		to: { operation: 'toBinary', sourceProperty: 'value' },
		from: { operation: 'pdf' },
		value: Buffer.from(pdf).toString('base64'),
		shows: 'Sofa',
	},
];

test('each operation of Convert to File and Extract from File carries a small file', async () => {
	const chains = ways.map(({ to, from, value = 'Sofa' }, index): INode[] => [
		nodeOf(`Item ${index}`, 'set', {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ value }) },
		}),
		nodeOf(`To ${index}`, 'convertToFile', { typeVersion: 1.1, parameters: to }),
		nodeOf(`From ${index}`, 'extractFromFile', { typeVersion: 1.1, parameters: from }),
	]);
	const link = (...names: string[]) => ({
		main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
	});
	const workflow = await n8n.createWorkflow({
		name: 'Files',
		nodes: [nodeOf('Start', 'manualTrigger'), ...chains.flat()],
		connections: {
			Start: link(...chains.map(([first]) => first!.name)),
			...Object.fromEntries(
				chains.flatMap((chain) =>
					chain.slice(1).map(({ name }, index) => [chain[index]!.name, link(name)]),
				),
			),
		},
	});
	const execution = await n8n.run(workflow, 'Start');
	expect(execution.error).toBeUndefined();
	for (const [index, { from, shows }] of ways.entries())
		expect(JSON.stringify(outputOf(execution, `From ${index}`)), String(from.operation)).toContain(
			shows,
		);
});

test('these are all operations of the two nodes', async () => {
	const types = (await n8n.nodeTypes()) as unknown as Array<{
		name: string;
		properties: INodeProperties[];
	}>;
	const operationsOf = (name: string) =>
		types
			.find((type) => type.name === `n8n-nodes-base.${name}`)!
			.properties.find((property) => property.name === 'operation')!
			.options!.map((option) => ('value' in option ? option.value : ''));
	const used = (end: 'from' | 'to') => [...new Set(ways.map((way) => way[end].operation))].sort();
	expect(operationsOf('extractFromFile').sort()).toEqual(used('from'));
	expect(operationsOf('convertToFile').sort()).toEqual(used('to'));
});
