import type { GenericValue, IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { answer } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';
import {
	addSimple,
	addVaried,
	heldBy,
	statuses,
	unguardedProductSync,
} from '../../support/sync.mts';

/* What the hub writes in another way than the list: the night after a sync is quiet. */

const at = setupEach({ seed: { products: 0 } });

/** What becomes of a product with `given` where the hub has `inHub`. */
async function becomes(given: IDataObject, inHub: IDataObject): Promise<unknown> {
	addSimple(at.hub, 1);
	answer(at.hub, 'productGet', { ...heldBy(at.hub, 'P0'), ...inHub }, 200, 9);
	const dry = { ...unguardedProductSync, dryRun: true };
	return statuses((await at.n8n.run(dry, [{ skuProduto: 'P0', ...given }])).json()).P0;
}

const of =
	(field: string) =>
	(list: string, hub: GenericValue | IDataObject): [string, IDataObject, IDataObject] => [
		`${field} ${JSON.stringify(list)} and ${JSON.stringify(hub)}`,
		{ [field]: list },
		{ [field]: hub },
	];
const descricao = of('descricao');
const descricaoCurta = of('descricaoCurta');
const ean = of('ean');
const ncm = of('ncm');
const tags = of('tags');

test.each([
	of('nome')('Camiseta\r\nazul', 'Camiseta\nazul'),
	descricao('<p>A</p>\r<p>B</p>\r\n', '<p>A</p>\n<p>B</p>'),
	of('caracteristicas')('{"Gola": "V\\r\\nfunda"}', { Gola: 'V\nfunda' }),
	descricao('<p>Algodão</p>', '<p>Algod&atilde;o</p>'),
	descricao('Cor &#233; azul', 'Cor é azul'),
	descricao('&Eacute; &ccedil;a', '&#xC9; ça'),
	descricaoCurta('Tam.\u00a0M', 'Tam.&nbsp;M'),
	descricaoCurta('15 &quot;', '15 "'),
	descricao("Copo d'água", 'Copo d&#39;&aacute;gua'),
	descricao('“Novo”', '&ldquo;Novo&rdquo;'),
	tags('verão, praia', ['praia', 'verão']),
	ncm('6109.10.00', '61091000'),
	ncm('61091000', '6109.10.00'),
	ncm('61091000', 61_091_000),
	ncm('04011010', 4_011_010),
	ean('7891000315507', '789 1000 31550 7'),
	ean('12345678905', '0012345678905'),
	ean('0012345678905', '12345678905'),
	of('genero')('unissex', 'Unissex'),
	of('faixaEtaria')('recem-nascido', 'Recém-Nascido'),
	of('faixaEtaria')('3 a 12 meses', '3 a 12 meses'),
	of('faixaEtaria')('3-a-12-meses', '3 a 12 Meses'),
	of('condicao')('novo', 'NOVO'),
])('%s are the same', async (_name, given, inHub) => {
	expect(await becomes(given, inHub)).toBe('unchanged');
});

test.each([
	descricao('a &lt; b', 'a < b'),
	descricao('<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'),
	descricao('a &#60; b', 'a < b'),
	descricao('Sal &amp; pimenta', 'Sal & pimenta'),
	descricao('&amp;eacute;', '&eacute;'),
	descricao('Algodão', 'Algodao'),
	of('nome')('Algodão', 'Algod&atilde;o'),
	of('categoria')('Moda, Camisetas', ['Camisetas', 'Moda']),
	tags('a, a', ['a']),
	tags('Verão', ['verão']),
	ncm('61091000', '61091000X'),
	ean('7891000315507', 'SEM GTIN'),
	of('mpn')('00123', '123'),
	of('marca')('ACME', 'Acme'),
])('%s differ', async (_name, given, inHub) => {
	expect(await becomes(given, inHub)).toBe('wouldUpdate');
});

test('the EAN of a variation is the same without its zeros', async () => {
	addVaried(at.hub, 1, 1);
	const product = at.hub.state.products.get('V0')!;
	const [variation] = product.variacoes;
	const variacoes = [{ ...variation, ean: '12345678905' }];
	answer(at.hub, 'productGet', { ...product, variacoes }, 200, 9);
	const rows = [{ skuProduto: 'V0', skuVariacao: 'V0-0', ean: '0012345678905' }];
	const result = await at.n8n.run({ ...unguardedProductSync, dryRun: true }, rows);
	expect(statuses(result.json())).toEqual({ V0: 'unchanged' });
});
