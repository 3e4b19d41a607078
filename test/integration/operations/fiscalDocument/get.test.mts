import { expect, test } from 'vitest';
import { documentOf, note } from '../../../support/everyOperation.mts';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });
const get = async (chaveAcesso: string, more = {}) =>
	await at.n8n.run(op('fiscalDocument get', { chaveAcesso, ...more }));

test('a note is found by its access key', async () => {
	const { id, idPedido, chaveAcesso } = note(at.hub);
	expect((await get(chaveAcesso)).json()).toMatchObject([{ id, idPedido, chaveAcesso }]);
});

test('a cancellation is found by its protocol', async () => {
	const { id, chaveAcesso, documentosReferenciados } = documentOf(at.hub, 'evento-cancelamento');
	expect((await get(chaveAcesso)).json()).toMatchObject([{ id, documentosReferenciados }]);
});

test('the XML is included without Simplify', async () => {
	const { chaveAcesso } = note(at.hub);
	expect((await get(chaveAcesso)).json()[0]).not.toHaveProperty('xml');
	expect((await get(chaveAcesso, { simplify: false })).json()).toEqual([note(at.hub)]);
});

test('a mistyped key is refused before anything is sent', async () => {
	const { chaveAcesso } = note(at.hub);
	const digit = (Number(chaveAcesso.at(-1)) + 1) % 10;
	const { nodeError } = await get(chaveAcesso.slice(0, -1) + String(digit));
	expect(nodeError?.message).toContain('check digit');
	expect(at.hub.log).toEqual([]);
});
