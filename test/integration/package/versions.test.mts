import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeType } from 'n8n-workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadBuiltPackage, projectRoot } from '../../engine/engine.mts';
import { packageName } from '../../engine/nodes.mts';
import { callAsTool, fromModel, toolForm } from '../../support/agent.mts';
import { operations, outputSchema } from '../../support/built.mts';
import { completeSeed } from '../../support/everyOperation.mts';
import { go, op } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { stockSync } from '../../support/sync.mts';

/* Workflows may name version 1.1 of the node: the editor empties a pasted node whose version it does not know. */

const at = setupEach({ seed: { ...completeSeed, products: 60 } });

let hubNode: INodeType;
beforeAll(async () => {
	const { nodes } = await loadBuiltPackage();
	hubNode = nodes.find(({ description }) => description.name === 'marketplaceHub') as INodeType;
});

test('a node that is added has version 1, and 1.1 has all of its parameters', () => {
	expect(hubNode.description).toMatchObject({ version: [1, 1.1], defaultVersion: 1 });
	for (const { properties } of [hubNode.description, toolForm(hubNode)])
		expect(JSON.stringify(properties)).not.toContain('@version');
});

test('the examples say version 1', () => {
	const folder = join(projectRoot, 'examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	const nodes = files.flatMap(
		(file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nodes: INode[] }).nodes,
	);
	const ours = nodes.filter(({ type }) => type.startsWith(packageName));
	expect(ours.filter(({ typeVersion }) => typeVersion !== 1).map(({ name }) => name)).toEqual([]);
});

test.each(operations)('$name shows the same output before a run in both', ({ name }) => {
	expect(outputSchema(name, 'v1.1.0')).toEqual(outputSchema(name, 'v1.0.0'));
});

describe.each([1, 1.1])('version %s', (typeVersion) => {
	test('an agent gets at most 50 records, without data of buyers', async () => {
		const ask = async (name: string) =>
			(await callAsTool(at.hub, op(name, { returnAll: true }), {}, { typeVersion })).answer;
		expect(await ask('product getMany')).toHaveLength(50);
		expect(JSON.stringify(await ask('order getMany'))).not.toContain('"cliente"');
	});

	test('a choice of a person is not left to the model', async () => {
		const parameters = op('order getMany', { returnAll: fromModel('all', 'boolean') });
		const { message } = await callAsTool(at.hub, parameters, { all: true }, { typeVersion });
		expect(message).toContain('`Return All` is left to the model, and nothing was sent');
	});

	test('a row that cannot be sent says so, each word once', async () => {
		addSkus(at.hub, ['S0']);
		const rows = [{ sku: 'S0', estoque: 2.5 }];
		const { json } = await at.n8n.done(stockSync, rows, { ...go, typeVersion });
		expect(json()).toMatchObject([{ sku: 'S0', status: 'notSent' }]);
		expect(json()[0]).not.toHaveProperty('details');
	});
});
