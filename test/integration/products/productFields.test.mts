import { createBatch } from '../../support/batches.mts';
import { priceOrder } from '../../support/fieldCases.mts';
import { testFieldRules } from '../../support/fieldRules.mts';
import { productFields } from '../../support/products.mts';

const prices = { precoDe: 999_999.99, precoPor: 0.01 };
const first = 'variacoes[0].';
const sizes = (...variations: object[]) =>
	variations.map((each, index) => ({ skuVariacao: `X${index}`, ...each, precoDe: 2, precoPor: 1 }));
const [size, voltage] = [{ tamanho: 'M' }, { voltagem: '110v' }];

testFieldRules('Product and Variation write fields of the reference', {
	operation: createBatch,
	endpoint: 'productBatch',
	entry: (index) =>
		productFields({
			...{ skuProduto: `P${index}`, ...prices },
			variacoes: ['A', 'B'].map((name) => ({ skuVariacao: `P${index}-${name}`, ...prices })),
		}),
	more: [
		{ field: 'descricao', value: '<p>Com <b>HTML</b></p>' },
		{ field: 'descricaoSimples', value: 'até 5 < 6 e 7 > 3' },
		{ field: 'descricaoSimples', value: '<p>com marcas</p>', rule: 'must not contain HTML tags' },
		{ field: 'tags', value: ['verão', 'azul'] },
		{ field: 'urlVideo', value: 'https://example.com/a b', rule: 'must be a valid URL' },
		...priceOrder(),
		...priceOrder('', 'Midia'),
		...priceOrder(first),
		...priceOrder('variacoes[1].'),
		// the reference sets no order of the media prices of a variation
		{ field: `${first}precoPorMidia`, value: 60, beside: { [`${first}precoDeMidia`]: 50 } },
		{ field: `${first}ean`, value: '7891000315507' },
		...['789100031550', '78910003155071', '789100031550A'].map((value) => {
			return { field: `${first}ean`, value, rule: '13 digits' };
		}),
		{ field: 'variacoes', value: sizes(size, voltage), rule: 'never both' },
		{ field: 'variacoes', value: sizes({ ...size, ...voltage }), rule: 'never both' },
		{ field: 'variacoes', value: sizes(size) },
	],
	// an SKU of another name would need a leader of that name, and an empty leader is the product's own SKU; of a
	// fifth image the others are sent
	skips: ({ field, rule = '' }) =>
		(/sku/.test(field) && rule === '') ||
		(field === 'skuProdutoLider' && rule === 'is required') ||
		(field === 'imagens' && rule.startsWith('at most')),
});
