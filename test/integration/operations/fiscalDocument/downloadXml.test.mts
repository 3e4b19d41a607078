import { expect, test } from 'vitest';
import { readBinary } from '../../../engine/n8n.mts';
import { documentOf, note } from '../../../support/everyOperation.mts';
import { answer, op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { orders: 5, fiscalDocuments: 12 } });
const download = async (chaveAcesso: string, more = {}) =>
	await at.n8n.run(op('fiscalDocument downloadXml', { chaveAcesso, ...more }));

test('the XML of a note is a file named after its key', async () => {
	const { chaveAcesso, xml } = note(at.hub);
	const { data } = (await download(chaveAcesso)).items()[0]!.binary!;
	expect(data).toMatchObject({ fileName: `${chaveAcesso}.xml`, mimeType: 'application/xml' });
	expect((await readBinary(data!)).toString()).toBe(xml);
});

test('the XML of an event is a file named after its protocol, in the chosen field', async () => {
	const event = documentOf(at.hub, 'evento-cancelamento');
	const { items } = await download(event.chaveAcesso, { binaryPropertyName: 'xml' });
	const { xml } = items()[0]!.binary!;
	expect(xml!.fileName).toBe(`${event.chaveAcesso}.xml`);
	expect((await readBinary(xml!)).toString()).toBe(event.xml);
});

test('a document without XML in the hub gives no file, and the message says so', async () => {
	const { chaveAcesso } = note(at.hub);
	answer(at.hub, 'fiscalDocumentGet', { ...note(at.hub), xml: '' });
	const { items, nodeError } = await download(chaveAcesso);
	expect(items()).toEqual([]);
	expect(nodeError?.message).toContain(`no XML of document ${chaveAcesso}`);
});
