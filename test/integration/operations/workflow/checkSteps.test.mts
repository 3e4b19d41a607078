import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hubCredentials, packageName } from '../../../engine/nodes.mts';
import { hintsOf, op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach();

const idle = 'n8n-nodes-base.noOp';
const own = `${packageName}.marketplaceHub`;
const print = { name: 'Print', before: 'Reserved', after: 'Printed' };
const pack = { name: 'Pack', before: 'Printed', after: 'Packed' };

/** What comes out of the check, and its hints. Lines such as `Reserved > Printed` connect nodes. */
async function check(
	lines: readonly string[],
	nodes: Record<string, Partial<INode>>,
	steps: IDataObject[] = [print],
) {
	const pairs = ['Start > Node', ...lines].map((line) => line.split(' > '));
	const connections: IConnections = {};
	for (const [from, to] of pairs) {
		const outputs = (connections[from!] ??= { main: [[]] }).main!;
		outputs[0]!.push({ node: to!, type: 'main', index: 0 });
	}
	const names = ['Reserved', 'Printed', 'Packed', ...Object.keys(nodes)];
	const workflow = at.n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Node',
				type: own,
				typeVersion: 1.1,
				credentials: hubCredentials,
				parameters: op('workflow checkSteps', { steps: { step: steps } }) as INode['parameters'],
			},
			...names.map((name) => ({ name, type: idle, ...nodes[name] })),
		],
		connections,
	);
	const run = await at.n8n.execute(workflow, 'Start', [[{ json: {} }]]);
	return { steps: run.json('Node'), hints: hintsOf(run), error: run.nodeError('Node') };
}
const step = (type: string, more: Partial<INode> = {}): Partial<INode> => ({
	type,
	credentials: hubCredentials,
	typeVersion: type === own ? 1.1 : 1,
	parameters: op('connection ping'),
	...more,
});

test('a step that is as imported is not replaced, and a hint says what to do', async () => {
	const through = ['Reserved > Print (replace)', 'Print (replace) > Printed'];
	const { steps, hints } = await check(through, { 'Print (replace)': {} });
	expect(steps).toEqual([
		{
			step: 'Print',
			isReplaced: false,
			why: "'Print (replace)' does nothing",
			replacedBy: '',
		},
	]);
	// in a table the reason stands before the nodes that replace a step
	expect(Object.keys(steps[0]!)).toEqual(['step', 'isReplaced', 'why', 'replacedBy']);
	expect(Object.keys(steps[0]!)).toEqual(['step', 'isReplaced', 'why', 'replacedBy']);
	expect(hints).toEqual([
		"Print is not replaced yet: 'Print (replace)' does nothing. Put a node of yours between 'Reserved' and 'Printed', in its place.",
	]);
	expect(at.hub.log).toEqual([]);
});

test('a step of another type counts, with further nodes after it and however it is called', async () => {
	const nodes = { 'Print (replace)': step(own), 'Look at the Answer': {} };
	const through = [
		'Reserved > Print (replace)',
		'Print (replace) > Look at the Answer',
		'Look at the Answer > Printed',
	];
	const { steps, hints } = await check(through, nodes);
	expect(steps).toEqual([
		{ step: 'Print', isReplaced: true, why: '', replacedBy: 'Print (replace)' },
	]);
	expect(hints).toEqual([]);
});

describe('it is not replaced', () => {
	test.each<[why: string, lines: string[], nodes: Record<string, Partial<INode>>]>([
		[
			"'Mine' does nothing",
			['Reserved > Mine', 'Mine > Printed'],
			{ Mine: { parameters: { any: 1 } } },
		],
		[
			"'Mine' is deactivated",
			['Reserved > Mine', 'Mine > Printed'],
			{ Mine: step(own, { disabled: true }) },
		],
		["'Reserved' leads to 'Printed' directly", ['Reserved > Printed'], {}],
		[
			"'Reserved' leads to 'Printed' directly",
			['Reserved > Mine', 'Mine > Printed', 'Reserved > Printed'],
			{ Mine: step(own) },
		],
		[
			"'Print (replace)' does nothing",
			[
				'Reserved > Mine',
				'Mine > Printed',
				'Reserved > Print (replace)',
				'Print (replace) > Printed',
			],
			{ Mine: step(own), 'Print (replace)': {} },
		],
		// a step that notes nothing afterwards
		["'Reserved' does not lead to 'Printed'", ['Reserved > Mine'], { Mine: step(own) }],
		// a loop back
		[
			"'Reserved' does not lead to 'Printed'",
			['Reserved > Mine', 'Mine > Reserved'],
			{ Mine: step(own) },
		],
	])('%s: %s', async (why, lines, nodes) => {
		const { steps, hints } = await check(lines, nodes);
		expect(steps).toMatchObject([{ isReplaced: false, why }]);
		expect(hints).toEqual([expect.stringContaining(`Print is not replaced yet: ${why}. `)]);
	});
});

test('what stays beside the own step has to be deleted', async () => {
	const lines = ['Mine', 'Print (replace)'].flatMap((name) => [
		`Reserved > ${name}`,
		`${name} > Printed`,
	]);
	const { hints } = await check(lines, { Mine: step(own), 'Print (replace)': {} });
	expect(hints[0]).toContain("Delete it: beside 'Mine' it leads on by itself.");
	// without a connection it is no step
	const apart = await check(lines.slice(0, 2), { Mine: step(own), 'Print (replace)': {} });
	expect(apart.steps).toMatchObject([{ isReplaced: true, replacedBy: 'Mine' }]);
});

test('other steps of a loop, and what the node before leads to besides, do not count', async () => {
	const lines = ['Reserved > More', 'More > Reserved', 'Reserved > Mine', 'Mine > Printed'];
	const { steps } = await check(lines, { More: {}, Mine: step(own) });
	expect(steps).toMatchObject([{ isReplaced: true, replacedBy: 'Mine' }]);
});

test('each step is judged by itself', async () => {
	const lines = ['Reserved > Mine', 'Mine > Printed', 'Printed > Box', 'Box > Packed'];
	const { steps } = await check(lines, { Mine: step(own), Box: {} }, [print, pack]);
	expect(steps).toMatchObject([
		{ step: 'Print', isReplaced: true },
		{ step: 'Pack', isReplaced: false, why: "'Box' does nothing" },
	]);
});

test('a step without its nodes stops the run', async () => {
	const { error } = await check([], {}, [{ name: 'Print', before: 'Reserved' }]);
	expect(error?.message).toBe('A step of Steps (`steps`) lacks its Name or a node');
});
