import { expect, test } from 'vitest';
import { parametersOf } from '../../support/everyOperation.mts';
import { expectNoSecret } from '../../support/secrets.mts';
import { setup } from '../../support/setup.mts';
import { go, respond } from '../../support/items.mts';

/** Creates a product; the hub does so and answers with a text. */
async function createWith(text: string, apiKey?: string) {
	const { hub, n8n } = await setup(apiKey === undefined ? {} : { apiKey });
	respond(hub, 'productCreate', 201, {
		applied: true,
		body: text,
		headers: { 'Content-Type': 'application/json' },
	});
	const parameters = parametersOf('product create', hub);
	const result = await n8n.run(parameters, [{}], go);
	expectNoSecret(hub, n8n, result, apiKey === undefined ? [] : [apiKey.slice(0, 20)]);
	return result.json()[0]!;
}

const long = Array.from({ length: 4_500 }, (_, n) => ((n * n) % 9_973).toString(36).at(0)).join('');

test('a secret of 4,500 characters is taken out of an answer with escapes, and the answer is read', async () => {
	const said = `100% \\u0026 ${long}`;
	const created = await createWith(`{"skuProduto":"CAMISETA-AZUL","nome":"${said}"}`, long);
	expect(JSON.stringify(created)).not.toContain('notSent');
	expect(created.error).toBeUndefined();
});

test('a deeply nested answer does not make a write look unsent: the product is looked up', async () => {
	const deep = `{"a":${'['.repeat(50_000)}"\\u0026"${']'.repeat(50_000)}}`;
	const created = await createWith(deep);
	expect(created).toMatchObject({ skuProduto: 'CAMISETA-AZUL', marca: 'Marca' });
});
