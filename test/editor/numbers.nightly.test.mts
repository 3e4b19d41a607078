import mapValues from 'lodash/mapValues.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asJson, bodies, op } from '../support/items.mts';
import { productFields } from '../support/products.mts';
import { Editor } from './editor.mts';
import { openHubNode, useEditor } from './session.mts';

const at = useEditor();

/**
 * Types key by key, as a person does: a number box drops keys that it does not take. The editor takes
 * the last keys a moment later, and has them when the workflow is saved with them.
 */
async function type(editor: Editor, id: string, texts: Record<string, string>): Promise<void> {
	for (const [parameter, text] of Object.entries(texts)) {
		const box = editor.at(`parameter-input-${parameter}`).locator('input').first();
		await box.fill('');
		await box.pressSequentially(text);
		await box.blur();
	}
	const saved = async () => JSON.stringify(await at.n8n.request('GET', `/rest/workflows/${id}`));
	const [name = '', text] = Object.entries(texts).at(-1) ?? [];
	await expect
		.poll(saved, { timeout: 30_000 })
		.toContain(`${JSON.stringify(name)}:${JSON.stringify(text)}`);
}

const lastOf = (endpoint: string) => bodies(at.hub, endpoint).at(-1);
const messageIn = async (editor: Editor) =>
	await editor.at('node-error-message').first().textContent();

describe.each(['en-US', 'pt-BR'])('in a browser set to %s', (locale) => {
	let editor: Editor;
	beforeAll(async () => {
		editor = locale === 'en-US' ? at.editor : await Editor.open(at.browser, at.n8n, { locale });
	});
	afterEach(async () => await editor.leave());
	afterAll(async () => {
		if (editor !== at.editor) await editor.close();
	});

	test('prices of a batch arrive as typed', async () => {
		const id = await openHubNode({ ...at, editor }, op('price updateBatch'));
		await type(editor, id, { sku: 'CANECA-1', precoDe: '39,90', precoPor: '29,90' });
		await editor.executeNode();
		expect(lastOf('priceBatch')).toEqual({
			precos: [{ sku: 'CANECA-1', precoDe: 39.9, precoPor: 29.9 }],
		});
	});

	test('a product arrives with its prices, weight and measures as typed', async () => {
		const { ativo, ...fields } = productFields({
			skuProduto: `TYPED-${locale}`,
			...{ precoDe: '1.199,90', precoPor: '199,90', peso: '0,8', altura: '12,5' },
			...{ categoria: 'Casa, Cozinha', imagens: 'https://example.com/a.jpg' },
		});
		const id = await openHubNode({ ...at, editor }, op('product create'));
		await type(editor, id, mapValues(fields, String));
		await editor.executeNode();
		expect(lastOf('productCreate')).toMatchObject({
			...{ precoDe: 1199.9, precoPor: 199.9, peso: 0.8, altura: 12.5 },
			ativo,
		});
	});
});

test('a fraction of a piece is refused as it was typed', async () => {
	const id = await openHubNode(at, op('stock updateBatch'));
	await type(at.editor, id, { sku: 'CANECA-1', estoque: '2,5' });
	await at.editor.executeNode();
	expect(await messageIn(at.editor)).toContain('`estoque`) must be a whole number, got "2,5"');
	expect(lastOf('stockBatch')).toBeUndefined();
});

test('a guard of a sync takes a decimal comma', async () => {
	const sync = op('price sync', {
		...asJson({ sku: 'CANECA-1', precoDe: 39.9, precoPor: 29.85 }),
		options: { guardMode: 'custom', customGuards: { priceChange: '0', lowestPrice: '' } },
	});
	const id = await openHubNode(at, sync);
	await type(at.editor, id, { lowestPrice: '29,90' });
	await at.editor.executeNode();
	expect(await messageIn(at.editor)).toMatch(/`precoPor` would be 29\.85; .* is 29\.9/);
});

test('a stored workflow with number boxes still works and opens with text boxes', async () => {
	const field = (id: string, kind: 'string' | 'number') => ({
		...{ id, displayName: id, type: kind },
		...{ required: true, defaultMatch: false, display: true, removed: false },
	});
	const columns = {
		mappingMode: 'defineBelow',
		value: { sku: 'CANECA-1', precoDe: 49.9, precoPor: 44.9 },
		matchingColumns: [],
		schema: [field('sku', 'string'), field('precoDe', 'number'), field('precoPor', 'number')],
	};
	const id = await openHubNode(at, op('price updateBatch', { columns: columns as never }));
	const box = at.editor.at('parameter-input-precoPor').locator('input').first();
	expect(await box.inputValue()).toBe('44.9');
	await at.editor.executeNode();
	expect(lastOf('priceBatch')).toEqual({ precos: [columns.value] });
	await type(at.editor, id, { precoPor: '19,90' });
	await at.editor.at('node-execute-button').click();
	await expect
		.poll(() => lastOf('priceBatch'), { timeout: 180_000 })
		.toEqual({ precos: [{ ...columns.value, precoPor: 19.9 }] });
});
