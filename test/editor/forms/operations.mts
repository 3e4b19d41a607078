import escapeRegExp from 'lodash/escapeRegExp.js';
import isPlainObject from 'lodash/isPlainObject.js';
import pickBy from 'lodash/pickBy.js';
import type { INodeParameters } from 'n8n-workflow';
import { expect, onTestFinished } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import { hubNode, runNodes, useN8n } from '../../n8n/session.mts';
import { operations } from '../../support/built.mts';
import { completeSeed, everyOperation, parametersOf } from '../../support/everyOperation.mts';
import { op } from '../../support/items.mts';
import { productFields } from '../../support/products.mts';
import type { Editor } from '../editor.mts';
import { openHubNode } from '../session.mts';
import { Form, type Given } from './form.mts';

type Answers = Record<string, Given>;

/** What the output must show one of, where that is no SKU or ID that was filled in; asked before the run. */
const shows: Record<string, (hub: Hub) => Iterable<string | number>> = {
	'channel getMany': ({ state }) => [...state.channels.values()].map(({ nome }) => nome),
	'connection checkRoutes': () => ['Summary'],
	'connection ping': () => ['pong'],
	'customizedPrice delete': () => ['deleted'],
	'customizedPrice getMany': ({ state }) => state.products.keys(),
	'fiscalDocument getMany': ({ state }) => state.fiscalDocuments.keys(),
	'listingPrice delete': () => ['deleted'],
	'order getMany': ({ state }) => state.orders.keys(),
	'order reconcile': ({ state }) => state.orders.keys(),
	'orderQueue getAndAcknowledge': ({ state }) => state.queue.keys(),
	'orderQueue getMany': ({ state }) => state.queue.keys(),
	'orderQueue getStatus': ({ state }) => state.queue.keys(),
	'product delete': () => ['deleted'],
	'product getMany': ({ state }) => state.products.keys(),
	'sandboxOrder create': () => ['TESTE-1'],
	'securityStock getMany': ({ state }) => state.products.keys(),
	'securityStock set': ({ state }) =>
		[...state.products.values()].map(({ idProduto }) => idProduto),
	'shipmentLabel get': () => ['etiquetas.zpl'],
};

/** Products as a person types them: lists as one text. */
const typedProduct = productFields({
	...{ skuProduto: 'DIGITADO-1', precoDe: 1199.9 },
	...{ categoria: 'Casa, Cozinha', imagens: 'https://example.com/a.jpg' },
});

/**
 * Opens the form of an operation with nothing filled in, looks at it in each of its states, fills it in
 * as a person does, runs it and looks at the output.
 */
export async function expectFormToWork(editor: Editor, name: string): Promise<void> {
	const account = { seed: completeSeed, batchDuration: 300 };
	const { hub, n8n, credential } = await useN8n(account, onTestFinished);
	onTestFinished(async () => await n8n.request('DELETE', `/rest/credentials/${credential.id}`));
	if (name.startsWith('batch ')) {
		const batch = parametersOf('stock updateBatch', hub);
		await runNodes(n8n, hubNode('marketplaceHub', batch, credential));
	}
	const { fields, columns } = answersFor(name, everyOperation[name]!(hub));
	const isOwn = (_value: Given, key: string) => /^(id(Pedido|Interno)|sku|chave|batch)/.test(key);
	const own = Object.values(pickBy({ ...fields, ...columns }, isOwn)).map((given) =>
		typeof given === 'object' ? given.value : String(given),
	);
	const expected = [...(shows[name]?.(hub) ?? own)].map((value) => escapeRegExp(String(value)));
	expect(expected, name).not.toEqual([]);

	await openHubNode({ n8n, credential, editor }, op(name));
	const form = new Form(editor, editor.at('node-parameters'));
	await form.field('operation').waitFor();
	await form.lookAtEveryChoice();
	if (columns !== undefined && name === 'sandboxOrder create')
		await form.fill(form.field('inputMode'), 'Map Each Field Manually');
	await form.settle();
	await form.addEverything();
	await form.look();
	for (const [key, given] of Object.entries(fields)) await form.fill(form.field(key), given);
	for (const [key, given] of Object.entries(columns ?? {}))
		await form.fill(form.column(key), given);
	await form.look();
	expect.soft([...form.faults], `the form of ${name}`).toEqual([]);
	expect(await form.issues(), `fields of ${name} with a red triangle`).toBe(0);

	await editor.executeNode();
	expect(await editor.at('node-error-message').allTextContents(), name).toEqual([]);
	const output = editor.at('output-panel');
	await expect
		.poll(async () => await output.innerText(), { message: name, timeout: 30_000 })
		.toMatch(new RegExp(expected.join('|')));
}

/** What a person fills in, for parameters that give an entry as JSON: its columns. */
function answersFor(name: string, { inputMode, json, ...parameters }: INodeParameters) {
	const fields = typed(parameters);
	if (inputMode !== 'json') return { fields };
	if (json !== undefined) return { fields, columns: typed(JSON.parse(String(json)) as object) };
	return { fields, columns: typed(name.startsWith('product ') ? typedProduct : exampleOf(name)) };
}

/** The JSON that the form starts with. */
function exampleOf(name: string): object {
	const { properties } = operations.find((entry) => entry.name === name)!.operation;
	return JSON.parse(String(properties.find((one) => one.name === 'json')?.default)) as object;
}

/** Values as a person in Brazil types them; those of a group under the names of its columns, `cliente.nome`. */
function typed(values: object, group = ''): Answers {
	const answers: Answers = {};
	for (const [key, value] of Object.entries(values) as Array<[string, unknown]>) {
		const name = group + key;
		if (isLocator(value)) answers[name] = { mode: value.mode, value: String(value.value) };
		else if (isPlainObject(value)) Object.assign(answers, typed(value as object, `${name}.`));
		else if (typeof value === 'boolean') answers[name] = value;
		else answers[name] = textOf(value);
	}
	return answers;
}

const isLocator = (value: unknown): value is { mode: string; value: string | number } =>
	isPlainObject(value) && '__rl' in (value as object);

function textOf(value: unknown): string {
	if (typeof value === 'number')
		return value.toLocaleString('pt-BR', { maximumFractionDigits: 3, useGrouping: false });
	if (typeof value !== 'string') return JSON.stringify(value);
	return /^\d{4}-\d\d-\d\d$/.test(value) ? `${value} 00:00:00` : value;
}
