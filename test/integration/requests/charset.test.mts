import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { bySku, op } from '../../support/items.mts';
import { listen } from '../../support/otherServer.mts';
import { setup } from '../../support/setup.mts';

/** A server that answers every read with this text, written and declared so. */
async function read(name: string, encoding: BufferEncoding, contentType: string) {
	const { hub } = await setup();
	const record = JSON.stringify({ skuProduto: 'A', nome: name });
	const baseUrl = await listen((request, response) => {
		const isToken = request.url?.endsWith('/auth') === true;
		response.writeHead(isToken ? 201 : 200, { 'Content-Type': contentType });
		response.end(isToken ? '{"token":"charset-token"}' : Buffer.from(record, encoding));
	});
	const n8n = await startN8n(hub, { baseUrl });
	const result = await n8n.done(op('product get', { sku: bySku('A') }));
	return result.json()[0]!.nome;
}

test.each([
	'application/json; charset=utf-8',
	'application/json',
	'application/json; charset=unheard-of',
])('an answer declared %s is read as UTF-8', async (contentType) => {
	expect(await read('Calção', 'utf8', contentType)).toBe('Calção');
});
