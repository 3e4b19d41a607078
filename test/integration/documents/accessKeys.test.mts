import { expect, test } from 'vitest';
import { documentOf } from '../../support/everyOperation.mts';
import { shown, op } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach({ seed: { orders: 3, queued: 3, fiscalDocuments: 8 } });

const asText = /give it as text/i;

/** Notes of both kinds of companies: with letters in the CNPJ, and with digits only. */
const notes = () => {
	const all = [...at.hub.state.fiscalDocuments.values()];
	const ofKind = (hasLetters: boolean) =>
		all.find(
			({ tipoDocumento, chaveAcesso }) =>
				tipoDocumento === 'nfe' && /[A-Z]/.test(chaveAcesso) === hasLetters,
		)!;
	return [ofKind(true), ofKind(false)];
};

const read = async (chaveAcesso: string) =>
	await at.n8n.run(op('fiscalDocument get', { chaveAcesso }));

test.each<[string, (key: string) => string]>([
	['NFe in front', (key) => `NFe${key}`],
	['NFe in front, in small letters', (key) => `nfe${key.toLowerCase()}`],
	['the mask of the CNPJ', (key) => key.replace(/^(.{6})(..)(...)(...)(.{4})/, '$1 $2.$3.$4/$5-')],
	["a spreadsheet's apostrophe", (key) => `'${key}`],
	["a spreadsheet's formula", (key) => `="${key}"`],
	['nfe and a blank', (key) => ` nfe ${key} `],
	['NF-e', (key) => `NF-e: ${key}`],
	['groups of four', (key) => key.replace(/(.{4})/g, '$1 ')],
	['dots', (key) => key.replace(/(.{4})/g, '$1.')],
	['dashes and slashes', (key) => `${key.slice(0, 2)}-${key.slice(2, 6)}/${key.slice(6)}`],
	['other blanks and dashes', (key) => `\u00a0${key.slice(0, 9)}\u2013${key.slice(9)}\u200b`],
])('a key written with %s finds its document', async (_name, decorate) => {
	for (const { chaveAcesso } of notes()) {
		const key = decorate(chaveAcesso).replace(/^=/, '==');
		const result = await at.n8n.done(op('fiscalDocument get', { chaveAcesso: key }));
		expect(result.json()[0]).toMatchObject({ chaveAcesso });
		expect(at.hub.log.at(-1)!.path).toBe(`/v1/erp/fiscal-documents/${chaveAcesso}`);
	}
});

test('a wrong check digit is refused', async () => {
	for (const { chaveAcesso } of notes()) {
		const wrong = `${chaveAcesso.slice(0, 43)}${(Number(chaveAcesso[43]) + 1) % 10}`;
		const said = shown((await read(`NFe ${wrong.toLowerCase()}`)).nodeError);
		expect(said).toContain('(`chaveAcesso`) has a wrong check digit');
		expect(said).toContain(`must be ${chaveAcesso[43]}`);
		const short = `NFe${chaveAcesso.slice(1)}`;
		expect(shown((await read(short)).nodeError)).toMatch(/44 characters.*43/);
	}
	expect(at.hub.log).toEqual([]);
});

test('a key that lacks a character or has one too many is refused without a request', async () => {
	const parts = notes().flatMap(({ chaveAcesso: key }) => [
		key.slice(1),
		key.slice(0, 41),
		`${key}0`,
	]);
	for (const part of parts)
		expect(shown((await read(part)).nodeError)).toContain(
			`must have 44 characters, got ${part.length}`,
		);
	expect(at.hub.log).toEqual([]);
});

test.each(['={{ 35260312345678000195550010000001231000001234 }}', '={{ 3.5e43 }}'])(
	'a key given as a number (%s) is refused, because it has lost digits',
	async (chaveAcesso) => {
		expect(shown((await read(chaveAcesso)).nodeError)).toMatch(asText);
		expect(at.hub.log).toEqual([]);
	},
);

test('the protocol of an event is looked up as it is', async () => {
	const event = documentOf(at.hub, 'evento-cancelamento');
	for (const value of [event.chaveAcesso, ` ${event.chaveAcesso} `, `={{ ${event.chaveAcesso} }}`])
		expect((await read(value)).json()[0]).toMatchObject({ chaveAcesso: event.chaveAcesso });
});

test('a key of separators only is refused', async () => {
	expect(shown((await read(' . ')).nodeError)).toContain('chaveAcesso');
	expect(at.hub.log).toEqual([]);
});
