import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { loadBuiltPackage, projectRoot } from '../../engine/engine.mts';
import { createWorkflow } from '../../engine/execution.mts';
import { operations } from '../../support/built.mts';

const { nodes } = await loadBuiltPackage();
const descriptions = nodes.map(
	(node) => ('nodeVersions' in node ? node.getNodeType() : node).description,
);
const named = (name: string) => descriptions.find((description) => description.name === name)!;

const searched =
	'order, stock, price, invoice, label, NFe, pedido, estoque, preço, nota fiscal, etiqueta, marketplace';

const ofSellers =
	'vendas, integração, loja, Mercado Livre, Shopee, Amazon, Magalu, Magazine Luiza, Carrefour';

const ofMany = 'produtos, preços, lojas, etiquetas, estoques, canais, notas fiscais';

test.each(['MarketplaceHub', 'MarketplaceHubTrigger', 'MarketplaceHubQueueTrigger'])(
	'%s is listed under what people search for',
	(name) => {
		const file = join(projectRoot, 'nodes', 'MarketplaceHub', `${name}.node.json`);
		const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
		for (const word of searched.split(', ')) expect(alias).toContain(word);
		for (const word of ofSellers.split(', ')) expect(alias).toContain(word);
		for (const word of ofMany.split(', ')) expect(alias).toContain(word);
	},
);

test('the action node is listed under the words of a catalogue', () => {
	const file = join(projectRoot, 'nodes', 'MarketplaceHub', 'MarketplaceHub.node.json');
	const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	expect(alias).toEqual(
		expect.arrayContaining([
			...['catálogo', 'sku', 'anúncio', 'anúncios', 'preço promocional'],
			...['promoções', 'campanhas'],
		]),
	);
});

test.each(operations)('the canvas names $name in the words of its lists', (entry) => {
	const { resource, operation } = entry;
	const parameters = { resource: resource.option.value, operation: operation.option.value };
	const nodeTypes = { getByName: () => nodes[0]!, getByNameAndVersion: () => nodes[0]! };
	const workflow = createWorkflow(nodeTypes as never, [{ name: 'Node', type: 'x', parameters }]);
	const text = workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node')!,
		named('marketplaceHub').subtitle,
		'internal',
		{},
	);
	expect(text).toBe(`${resource.option.name}: ${operation.option.name}`);
});

describe.each(['marketplaceHubTrigger', 'marketplaceHubQueueTrigger'])('%s', (name) => {
	test('the entry in the node list has a name of its own, and the description says how it starts', () => {
		// n8n takes the name from an option of Event
		const event = named(name).properties.find(({ displayName }) => displayName === 'Event');
		expect(event?.options).toMatchObject([
			{ action: expect.stringMatching(/^On new or changed order/) as string },
		]);
		expect(named(name).description).toMatch(/^(Start|Look)/);
		expect(named(name).eventTriggerDescription).toMatch(/^Waiting for/);
	});
});

test("the webhook trigger's panel and notice warn of the test URL", () => {
	const { triggerPanel, properties } = named('marketplaceHubTrigger');
	const texts = [
		JSON.stringify(triggerPanel),
		properties.find(({ type }) => type === 'notice')!.displayName,
	];
	for (const text of texts) {
		expect(text).toContain('test URL');
		expect(text).toContain('404');
		expect(text).toContain('production URL');
		expect(text).toContain('for good');
	}
});

describe("hints for n8n's AI builder", () => {
	interface Hint {
		searchHint?: string;
		relatedNodes?: Array<{ nodeType: string; relationHint: string }>;
	}
	const hintOf = (name: string) =>
		(named(name) as unknown as { builderHint?: Hint }).builderHint ?? {};
	const own = descriptions.map(({ name }) => `n8n-nodes-marketplace-hub.${name}`);

	test.each(descriptions.map(({ name }) => name))(
		'%s: its hint says when it fits, and with which nodes',
		(name) => {
			const { searchHint = '', relatedNodes = [] } = hintOf(name);
			expect(searchHint).toMatch(/marketplace hub/i);
			expect(searchHint.length).toBeGreaterThan(80);
			expect(relatedNodes.length).toBeGreaterThan(0);
			for (const { nodeType, relationHint } of relatedNodes) {
				expect(own).toContain(nodeType);
				expect(nodeType).not.toBe(`n8n-nodes-marketplace-hub.${name}`);
				expect(relationHint.length).toBeGreaterThan(20);
			}
		},
	);

	test('the hint of each operation is its tool description', () => {
		const { properties } = named('marketplaceHub');
		const choices = properties.filter(({ name }) => name === 'operation');
		const options = choices.flatMap(({ options: all = [] }) => all as INodePropertyOptions[]);
		expect(options).toHaveLength(operations.length);
		for (const { action, builderHint } of options) {
			const { toolDescription } = operations.find(
				({ operation }) => operation.option.action === action,
			)!.operation.option;
			expect(builderHint).toMatchObject({ propertyHint: toolDescription });
		}
	});
});
