import { describe } from 'vitest';
import {
	choiceCases,
	mediaPriceCases,
	numberCases,
	priceCases,
	textCases,
	type FieldCase,
} from '../../support/fieldCases.mts';
import { testFieldRules } from '../../support/fieldRules.mts';
import { productFields } from '../../support/products.mts';
import { mapped, op } from '../../support/items.mts';

const operation = op('product createBatch', mapped);
const common = {
	operation,
	endpoint: 'productBatch',
	sent: ({ produtos }: Record<string, unknown>) => produtos as unknown[],
};

const measure = (field: string, min = 0.01, required = true) =>
	numberCases(field, { min, step: min / 10, required });
const url = (length: number) =>
	`https://example.com/${'v'.repeat(length - 'https://example.com/'.length)}`;
const features = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']));
const images = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1, url: url(30) }));
const list = (count: number) => Array.from({ length: count }, (_, index) => `Nível ${index}`);
const freeText = (field: string, required: boolean): FieldCase[] => [
	{ field, value: 'x' },
	{ field, value: 'y'.repeat(10_000) },
	{ field, value: undefined, ...(required && { rule: 'is required' }) },
	{ field, value: '', ...(required && { rule: 'is required' }) },
];
const addresses = (field: string): FieldCase[] => [
	{ field, value: url(250) },
	{ field, value: url(251), rule: 'at most 250 characters' },
	{ field, value: 'www.example.com/video', rule: 'must be a valid URL' },
	{ field, value: undefined },
	{ field, value: '' },
];
/** Only the leader or the variation itself: a leader of another name would have to be registered first. */
const withoutAllowedText = (cases: FieldCase[]) =>
	cases.filter(({ rule, value }) => rule !== undefined || value === undefined);

describe('Product write fields of the reference', () => {
	testFieldRules('texts', {
		...common,
		entry: (index) => productFields({ skuProduto: `P${index}` }),
		cases: [
			...withoutAllowedText(textCases('skuProduto', 250, true)),
			...withoutAllowedText(textCases('skuProdutoLider', 250, true)),
			...textCases('nome', 250, true),
			...textCases('marca', 250, true),
			...textCases('cor', 250, false),
			...freeText('descricao', true),
			...freeText('ean', true),
			...freeText('descricaoCurta', false),
			...freeText('descricaoSimples', false),
			...freeText('ncm', false),
			...freeText('mpn', false),
			{ field: 'descricao', value: '<p>Com <b>HTML</b></p>' },
			{ field: 'descricaoSimples', value: 'até 5 < 6 e 7 > 3' },
			{ field: 'descricaoSimples', value: '<p>com marcas</p>', rule: 'must not contain HTML tags' },
			...addresses('urlVideo'),
			...addresses('urlProduto'),
		],
	});

	testFieldRules('choices and numbers', {
		...common,
		entry: (index) => productFields({ skuProduto: `P${index}`, precoPor: 0.01 }),
		cases: [
			...choiceCases('condicao', ['novo', 'usado', 'recondicionado'], false),
			...choiceCases(
				'faixaEtaria',
				['recem-nascido', '3-a-12-meses', '1-a-5-anos', 'infantil', 'adulto'],
				false,
			),
			...choiceCases('genero', ['masculino', 'feminino', 'unissex'], false),
			...priceCases(),
			...mediaPriceCases(),
			...['altura', 'largura', 'comprimento', 'peso'].flatMap((field) => measure(field)),
			{ field: 'idCategoriaExterna', value: 505771 },
			{ field: 'idCategoriaExterna', value: 'Camisetas', rule: 'must be a' },
			{ field: 'prazoProducao', value: 0 },
			{ field: 'prazoProducao', value: 45 },
			{ field: 'prazoProducao', value: 'amanhã', rule: 'must be a' },
			{ field: 'prazoProducao', value: undefined, rule: 'is required' },
			{ field: 'ativo', value: false },
			{ field: 'ativo', value: 'talvez', rule: 'must be true or false' },
			{ field: 'ativo', value: undefined, rule: 'is required' },
		],
	});

	testFieldRules('media prices', {
		...common,
		entry: (index) => productFields({ skuProduto: `P${index}`, precoDeMidia: 50 }),
		cases: [
			{ field: 'precoPorMidia', value: 50.01, rule: 'must not be above `precoDeMidia`' },
			{ field: 'precoPorMidia', value: 50 },
		],
	});

	testFieldRules('lists and objects', {
		...common,
		entry: (index) => productFields({ skuProduto: `P${index}` }),
		cases: [
			{ field: 'categoria', value: list(1) },
			{ field: 'categoria', value: list(4) },
			{ field: 'categoria', value: list(5), rule: 'at most 4 entries' },
			{ field: 'categoria', value: [], rule: 'at least 1 entry' },
			{ field: 'categoria', value: undefined, rule: 'is required' },
			{ field: 'categoria', value: { a: 1 }, rule: 'must be a list' },
			{ field: 'imagens', value: images(1) },
			{ field: 'imagens', value: images(4) },
			{ field: 'imagens', value: images(5), rule: 'at most 4 entries' },
			{ field: 'imagens', value: [], rule: 'at least 1 entry' },
			{ field: 'imagens', value: undefined, rule: 'is required' },
			{ field: 'imagens', value: 'camiseta.jpg', rule: 'must be a list' },
			...numberCases('imagens[0].id', { min: 1, max: 250, step: 1, required: true }),
			...textCases('imagens[0].url', 250, true),
			{ field: 'caracteristicas', value: features(100) },
			{ field: 'caracteristicas', value: features(101), rule: 'at most 100' },
			{ field: 'caracteristicas', value: ['a'], rule: 'must be an object' },
			{ field: 'caracteristicas', value: undefined },
			{ field: 'tags', value: ['verão', 'azul'] },
			{ field: 'tags', value: [] },
			{ field: 'tags', value: undefined },
			{ field: 'variacoes', value: [] },
			{ field: 'variacoes', value: 'M, G', rule: 'must be a list' },
		],
	});
});

const variations = (index: number) => [
	{ skuVariacao: `P${index}-A`, precoDe: 99.9, precoPor: 0.01 },
	{ skuVariacao: `P${index}-B`, precoDe: 99.9, precoPor: 79.9 },
];

describe('Variation write item of the reference', () => {
	const first = 'variacoes[0].';
	testFieldRules('fields', {
		...common,
		entry: (index) => productFields({ skuProduto: `P${index}`, variacoes: variations(index) }),
		cases: [
			...withoutAllowedText(textCases(`${first}skuVariacao`, 250, true)),
			...textCases(`${first}tamanho`, 250, false),
			...textCases(`${first}voltagem`, 250, false),
			...priceCases(first),
			...mediaPriceCases(first),
			{ field: `${first}ean`, value: '7891000315507' },
			{ field: `${first}ean`, value: '789100031550', rule: '13 digits' },
			{ field: `${first}ean`, value: '78910003155071', rule: '13 digits' },
			{ field: `${first}ean`, value: '789100031550A', rule: '13 digits' },
			{ field: `${first}ean`, value: undefined },
			...['altura', 'largura', 'comprimento'].flatMap((field) =>
				measure(first + field, 0.01, false),
			),
			...measure(`${first}peso`, 0.001, false),
			{ field: 'variacoes[1].precoPor', value: 100, rule: 'must not be above `precoDe`' },
		],
	});

	testFieldRules(
		'size or voltage, never both; the order of media prices is not a rule of variations',
		{
			...common,
			entry: (index) =>
				productFields({
					skuProduto: `P${index}`,
					variacoes: variations(index).map((variation) => ({ ...variation, precoDeMidia: 50 })),
				}),
			cases: [
				{ field: 'variacoes[0].precoPorMidia', value: 50 },
				{ field: 'variacoes[0].precoPorMidia', value: 60 },
				{
					field: 'variacoes',
					value: [
						{ skuVariacao: 'X1', tamanho: 'M', precoDe: 2, precoPor: 1 },
						{ skuVariacao: 'X2', voltagem: '110v', precoDe: 2, precoPor: 1 },
					],
					rule: 'never both',
				},
				{
					field: 'variacoes',
					value: [{ skuVariacao: 'Y1', tamanho: 'M', voltagem: '110v', precoDe: 2, precoPor: 1 }],
					rule: 'never both',
				},
				{
					field: 'variacoes',
					value: [{ skuVariacao: 'Z1', tamanho: 'M', voltagem: '', precoDe: 2, precoPor: 1 }].map(
						({ voltagem: _blank, ...rest }) => rest,
					),
				},
			],
		},
	);
});
