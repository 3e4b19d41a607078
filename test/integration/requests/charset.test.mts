import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { bySku, op } from '../../support/items.mts';
import { listen } from '../../support/otherServer.mts';
import { setup } from '../../support/setup.mts';

test.each([
	'application/json; charset=utf-8',
	'application/json',
	'application/json; charset=unheard-of',
])('an answer declared %s is read as UTF-8', async (contentType) => {
	const { hub } = await setup();
	const baseUrl = await listen((request, response) => {
		const isToken = request.url?.endsWith('/auth') === true;
		response.writeHead(isToken ? 201 : 200, { 'Content-Type': contentType });
		response.end(isToken ? '{"token":"charset-token"}' : '{"skuProduto":"A","nome":"Calção"}');
	});
	const n8n = await startN8n(hub, { baseUrl });
	const result = await n8n.done(op('product get', { sku: bySku('A') }));
	expect(result.json()[0]).toMatchObject({ nome: 'Calção' });
});
