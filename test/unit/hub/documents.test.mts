import { expect, it } from 'vitest';
import { type FiscalDocument } from '../../hub/index.mts';
import { useHub } from './client.mts';

const t = useHub({ clock: 'manual', limits: false, seed: { orders: 24, fiscalDocuments: 16 } });
const path = '/v1/erp/fiscal-documents';
const encoded = encodeURIComponent;

async function list(query: string): Promise<FiscalDocument[]> {
	const page = `${path}?offset=0&limit=100&${query}`;
	const answer = await t.client.read<{ documentosFiscais: FiscalDocument[] }>(page);
	return answer.documentosFiscais;
}

const ever = 'dataEmissaoInicial=2000-01-01T00:00:00Z&dataEmissaoFinal=2100-01-01T00:00:00Z';

/** Every tag is closed in order, one root. */
function wellFormed(xml: string): boolean {
	const open: string[] = [];
	let roots = 0;
	for (const [, close, name, self] of xml.matchAll(/<(\/?)([A-Za-z]+)[^<>]*?(\/?)>/g)) {
		if (close === '/') {
			if (open.pop() !== name) return false;
		} else if (self !== '/') {
			if (open.length === 0) roots += 1;
			open.push(name as string);
		}
	}
	return open.length === 0 && roots === 1 && !/&(?!#\d+;)/.test(xml);
}

it('gives documents valid access keys and matching XML', async () => {
	const documents = await list(ever);
	expect(documents).toHaveLength(16);
	expect(documents.map(({ id }) => id)).toEqual(
		documents.map(({ id }) => id).sort((a, b) => a - b),
	);
	for (const { tipoDocumento, chaveAcesso, xml, dataEmissao } of documents) {
		expect(wellFormed(xml), xml).toBe(true);
		expect(xml).toContain(dataEmissao.replace(' ', 'T'));
		if (tipoDocumento !== 'nfe') continue;
		// keys with another check digit are refused by the node: integration/documents/accessKeys
		expect(chaveAcesso.slice(20, 22)).toBe('55');
		expect(chaveAcesso.slice(2, 6)).toBe(dataEmissao.slice(2, 4) + dataEmissao.slice(5, 7));
		expect(xml).toContain(`Id="NFe${chaveAcesso}"`);
		expect(xml).toMatch(/<nfeProc/);
	}
});
it('lists documents of an exact period with an offset', async () => {
	const [first, second] = await list(ever);
	const instant = (dateTime: string, zone: string) =>
		encoded(`${dateTime.replace(' ', 'T')}${zone}`);
	const from = (first as FiscalDocument).dataEmissao;
	const found = await list(
		`dataEmissaoInicial=${instant(from, '-03:00')}&dataEmissaoFinal=${instant(from, '.999-03:00')}`,
	);
	expect(found).toEqual([first]);
	const utc = new Date(Date.parse(`${from.replace(' ', 'T')}-03:00`));
	const same = await list(
		`dataEmissaoInicial=${utc.toISOString()}&dataEmissaoFinal=${utc.toISOString()}`,
	);
	expect(same).toEqual([first]);
	const east = new Date(utc.getTime() + 2 * 3_600_000).toISOString().slice(0, 19);
	const offset = encoded(`${east}+02:00`);
	expect(await list(`dataEmissaoInicial=${offset}&dataEmissaoFinal=${offset}`)).toEqual([first]);
	expect(second?.dataEmissao).not.toBe(from);
});

it('refuses an access key whose check digit is wrong, with and without letters', async () => {
	const notes = (await list(ever)).filter(({ tipoDocumento }) => tipoDocumento === 'nfe');
	expect(notes.some(({ chaveAcesso }) => /[A-Z]/.test(chaveAcesso))).toBe(true);
	expect(notes.some(({ chaveAcesso }) => !/[A-Z]/.test(chaveAcesso))).toBe(true);
	for (const { chaveAcesso } of notes) {
		expect(await t.client.read(`${path}/${chaveAcesso}`)).toMatchObject({ chaveAcesso });
		const wrong = chaveAcesso.slice(0, -1) + String((Number(chaveAcesso.at(-1)) + 1) % 10);
		expect((await t.client.get(`${path}/${wrong}`)).status).toBe(400);
		// the hub looks up what it is given, as it is
		const small = chaveAcesso.toLowerCase();
		const isOther = small !== chaveAcesso;
		expect((await t.client.get(`${path}/${small}`)).status).toBe(isOther ? 404 : 200);
	}
});
