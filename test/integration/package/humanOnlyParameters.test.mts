import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadBuiltPackage, wf } from '../../engine/engine.mts';
import { packageName } from '../../engine/nodes.mts';
import { callAsTool, fromModel, toolForm } from '../../support/agent.mts';
import { operations } from '../../support/built.mts';
import { completeSeed, parametersOf } from '../../support/everyOperation.mts';
import { op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import { projectRoot } from '../../server/install.mjs';

const at = setupEach({ seed: completeSeed, batchDuration: 0 });

/** What a person chooses, where an operation has it. */
const choices = {
	returnAll: true,
	output: 'selected',
	outputFields: ['status'],
	downloadXml: true,
	dryRun: true,
	wholeList: true,
	missingInList: 'report',
	waitForResult: true,
	options: { onlyChanges: true, guardMode: 'custom', customGuards: {} },
};
const names = [...Object.keys(choices), ...Object.keys(choices.options)].filter(
	(name) => name !== 'options',
);

let hubNode: INodeType;
beforeAll(async () => {
	const { nodes } = await loadBuiltPackage();
	hubNode = nodes.find(({ description }) => description.name === 'marketplaceHub') as INodeType;
});

/** The parameters of these names that a form shows, in the order of the form. */
function shown(parameters: INodeParameters, isTool: boolean): INodeProperties[] {
	const description = isTool ? toolForm(hubNode) : hubNode.description;
	const node = { typeVersion: 1 } as INode;
	const shownOf = (properties: INodeProperties[], values: INodeParameters) =>
		properties.filter((property) =>
			wf.NodeHelpers.displayParameter(values, property, node, description, parameters),
		);
	const top = shownOf(description.properties, parameters);
	const options = top.filter(({ name }) => name === 'options');
	expect(options).toHaveLength(1);
	const inner = shownOf(options[0]!.options as INodeProperties[], choices.options);
	return [...top, ...inner].filter(({ name }) => names.includes(name));
}

describe.each(operations)('$name', ({ name, operation }) => {
	const chosen = (): INodeParameters => ({ ...parametersOf(name, at.hub), ...choices });

	test('a tool has each choice once, without a button for the model', () => {
		// either of Input Is the Whole List and Input Is Only Changes hides fields of the other
		const forms = [true, false].map((wholeList) => shown({ ...chosen(), wholeList }, true));
		const namesIn = forms.map((form) => form.map((property) => property.name));
		for (const found of namesIn) expect(found).toEqual([...new Set(found)]);
		const { properties, options = [] } = operation;
		const ofOperation = [...properties, ...options].map((property) => property.name);
		expect([...new Set(namesIn.flat())].sort()).toEqual(
			names.filter((choice) => ofOperation.includes(choice)).sort(),
		);
		for (const { type, noDataExpression, options } of forms.flat()) {
			if (type !== 'collection') expect(noDataExpression).toBe(true);
			else
				for (const option of options as INodeProperties[])
					expect(option.noDataExpression).toBe(true);
		}
	});

	test('a workflow has each choice once, with expressions, and no choice of the output', () => {
		const properties = shown(chosen(), false);
		const found = properties.map((property) => property.name);
		expect(found).toEqual([...new Set(found)]);
		expect(found).not.toContain('output');
		for (const property of properties) expect(property.noDataExpression).toBeUndefined();
	});
});

test('the page on agents names every field', () => {
	const page = readFileSync(join(projectRoot, 'docs/agents.md'), 'utf8');
	const labels = operations
		.flatMap(({ operation: { properties, options = [] } }) => [...properties, ...options])
		.filter(({ name }) => names.includes(name))
		.map(({ displayName }) => displayName);
	expect(labels.filter((label) => !page.includes(`_${label}_`))).toEqual([]);
});

describe('a choice that is left to the model', () => {
	const sync = (changes: INodeParameters) => parametersOf('stock sync', at.hub, changes);
	const orders = (changes: INodeParameters) => op('order getMany', changes);

	test.each<[string, () => INodeParameters]>([
		['Return All', () => orders({ returnAll: fromModel('all', 'boolean') })],
		['Return All', () => orders({ returnAll: "={{ $FROMai('all', '', 'boolean') }}" })],
		['Return All', () => orders({ returnAll: '={{ $json.all }}' })],
		['Return All', () => orders({ returnAll: '={{ $input.first().json.all }}' })],
		['Return All', () => orders({ returnAll: '={{ $parameter["limit"] > 50 }}' })],
		['Return All', () => orders({ returnAll: "={{ $('Trigger').first().json.all }}" })],
		['Return All', () => orders({ returnAll: "={{ $node['Trigger'].json.all }}" })],
		['Return All', () => orders({ returnAll: '={{ $thisItem.json.all }}' })],
		[
			'Return All',
			() => orders({ returnAll: "={{ $evaluateExpression('{' + '{ $js' + 'on.all }' + '}') }}" }),
		],
		['Output', () => orders({ output: fromModel('output') })],
		['Fields', () => orders({ output: 'selected', outputFields: fromModel('fields') })],
		['Dry Run', () => sync({ dryRun: fromModel('dry', 'boolean') })],
		['Input Is the Whole List', () => sync({ wholeList: '={{ $json.whole }}' })],
		['Missing in List', () => sync({ wholeList: true, missingInList: fromModel('missing') })],
		[
			'Options > Input Is Only Changes',
			() => sync({ onlyChanges: fromModel('changes', 'boolean') }),
		],
		['Options > Guards', () => sync({ guardMode: fromModel('guards') })],
		[
			'Options > Custom Guards > Held or Refused (%)',
			() => sync({ guardMode: 'custom', customGuards: { heldShare: fromModel('share') } }),
		],
		[
			'Wait for Result',
			() =>
				parametersOf('stock updateBatch', at.hub, { waitForResult: fromModel('wait', 'boolean') }),
		],
	])(
		'%s: the call is refused by that name before anything is sent',
		async (label, parametersIn) => {
			const texts = { output: 'raw', fields: 'status', missing: 'zero', guards: 'off', share: '0' };
			const given = { all: true, whole: true, wait: false, dry: false, changes: true, ...texts };
			const parameters = parametersIn();
			const { message, answer } = await callAsTool(at.hub, parameters, given);
			expect(answer).toBeUndefined();
			expect(message).toContain(`\`${label}\` is left to the model, and nothing was sent`);
			expect(message).toContain(`A person sets ${label} by hand`);
			expect(at.hub.log).toEqual([]);
		},
	);

	test('the operation itself: the call is refused', async () => {
		const { message, answer } = await callAsTool(
			at.hub,
			{ ...orders({}), operation: fromModel('operation') },
			{ operation: 'getMany' },
		);
		expect(answer).toBeUndefined();
		expect(message).toMatch(/operation/i);
		expect(at.hub.log).toEqual([]);
	});

	test('with On Error set to continue the refusal is the answer, and nothing is sent', async () => {
		const { answer } = await callAsTool(
			at.hub,
			orders({ returnAll: fromModel('all', 'boolean') }),
			{ all: true },
			{ onError: 'continueRegularOutput' },
		);
		expect(JSON.stringify(answer)).toContain('`Return All` is left to the model');
		expect(at.hub.log).toEqual([]);
	});

	test('a value set by hand applies, beside one from the model', async () => {
		const { answer } = await callAsTool(
			at.hub,
			orders({ returnAll: false, limit: fromModel('limit', 'number') }),
			{ limit: 2 },
		);
		expect(answer).toHaveLength(2);
	});

	test('an expression in a workflow applies', async () => {
		const { json } = await at.n8n.run(
			orders({ returnAll: '={{ $json.all }}' }) as ReturnType<typeof op>,
			[{ all: true }],
			{ type: `${packageName}.marketplaceHub` },
		);
		expect(json()).toHaveLength(completeSeed.orders as number);
	});
});
