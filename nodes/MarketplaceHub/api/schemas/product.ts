import countBy from 'lodash/countBy';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import pick from 'lodash/pick';
import type { z } from 'zod';
import { HubError } from '../errors';
import { isBlank } from '../values/checks';
import { readGtin, readNcm, type Code } from '../values/spreadsheet';
import { holdsHtml } from '../values/html';
import type { EntryShape } from './check';
import { objectOf, optional, required, type Field, type Tidied, type WriteFields } from './fields';
import { images } from './images';
import { mediaPrices, pricePair, sellingNotAboveFrom } from './stockAndPrices';
import { productRecord, productListItem } from './records';
import {
	address,
	choice,
	decimal,
	flag,
	keyValues,
	objects,
	patterned,
	skuText,
	text,
	texts,
	wholeNumber,
} from './kinds';

/** A code of digits out of a spreadsheet, with a note for the user. */
const tidied = (given: unknown, { value, is }: Code): Tidied => {
	if (is === undefined) return { value };
	return is === 'wrong'
		? { value, note: { kind: 'wrongCode', text: `"${String(value)}"` } }
		: { value, note: { kind: 'paddedCode', text: `"${String(given)}" as ${String(value)}` } };
};

const centimetres = decimal(0.01);

export const variationFields = {
	skuVariacao: required(skuText(), 'Variation SKU', 'SKU of the variation'),
	tamanho: optional(text(250), 'Size', 'e.g. S, M, 39'),
	voltagem: optional(text(250), 'Voltage', 'e.g. 110v'),
	...pricePair,
	...mediaPrices,
	ean: optional(
		{
			...patterned(/^\d{13}$/, 'a code of 13 digits'),
			tidy: (value) => tidied(value, readGtin(value, 13)),
		},
		'EAN',
		'Code of 13 digits',
	),
	altura: optional(centimetres, 'Height (cm)', 'cm, from 0.01'),
	largura: optional(centimetres, 'Width (cm)', 'cm, from 0.01'),
	comprimento: optional(centimetres, 'Length (cm)', 'cm, from 0.01'),
	peso: optional(decimal(0.001), 'Weight (kg)', 'kg, from 0.001'),
} satisfies WriteFields;

const variationList = (fields: WriteFields): Field => ({
	...optional(
		objects(fields, 0, {
			of: 'variations',
			advice:
				'Variations: give each one its own SKU and prices, with Add Variation under Map Each Field Manually, or in Create in Batch and Sync a row for each.',
		}),
		'Variations',
		'List of variations by size or by voltage, never both',
	),
	knownBy: 'skuVariacao',
	readAs: {
		names: ['skuVariacao'],
		value({ skuVariacao, variacoes }) {
			if (isBlank(skuVariacao)) return variacoes;
			throw new HubError('invalid', 'A product takes its variations as a list in `variacoes`', {
				description:
					'This row is a single variation (skuVariacao). Only Product > Create in Batch and Product > Sync take a row for each variation. Here give one row for each product, with all its variations in the list.',
			});
		},
	},
});

/** A code, which a spreadsheet may have made a rounded number. */
const code = {
	...patterned(
		/^(?!\d+([.,]\d+)?e\+\d+$)/i,
		'the whole code, not a rounded number: give it as text',
	),
	tidy: (value: unknown) => tidied(value, readGtin(value)),
};

const plainText = {
	...text(),
	check: text().check.refine((value) => !holdsHtml(String(value)), 'must not contain HTML tags'),
};

/** Product write fields (reference: Products, Product write fields). */
export const productFields = {
	skuProduto: required(skuText(), 'SKU', 'SKU of the product (skuProduto)'),
	skuProdutoLider: {
		...required(
			skuText(),
			'Leader SKU',
			"SKU of the leader product (skuProdutoLider); the product's own SKU when it has none",
		),
		form: { hint: "the product's own SKU if it has none" },
	},
	nome: required(text(250), 'Name', 'Product name, 1 to 250 characters'),
	descricao: required(text(), 'Description', 'Full description, may contain HTML'),
	ean: required(code, 'EAN', 'EAN, GTIN or DUN code'),
	...pricePair,
	ativo: {
		...required(flag(), 'Active', 'Whether the product is active'),
		form: { initial: true },
	},
	prazoProducao: required(
		wholeNumber(0),
		'Production (Days)',
		'Production time in days, added to the delivery time',
	),
	altura: required(centimetres, 'Height (cm)', 'cm, from 0.01'),
	largura: required(centimetres, 'Width (cm)', 'cm, from 0.01'),
	comprimento: required(centimetres, 'Length (cm)', 'cm, from 0.01'),
	peso: required(decimal(0.01), 'Weight (kg)', 'kg, from 0.01'),
	categoria: required(
		texts(1, 4),
		'Categories',
		'Category hierarchy, 1 to 4 levels: a list, or separated by commas',
	),
	marca: required(text(250), 'Brand', '1 to 250 characters'),
	imagens: required(images, 'Images', '1 to 4 addresses, or a list of {id, url}'),
	descricaoCurta: optional(
		text(),
		'Short Description',
		'Used by some marketplaces in place of the full one',
	),
	descricaoSimples: optional(
		plainText,
		'Simple Description',
		'Full description without HTML tags; most marketplaces reject HTML',
	),
	ncm: optional({ ...text(), tidy: (value) => tidied(value, readNcm(value)) }, 'NCM', 'NCM code'),
	mpn: optional(text(), 'MPN', 'MPN code'),
	condicao: optional(
		choice(['novo', 'usado', 'recondicionado'], 'indefinido'),
		'Condition',
		'novo, usado or recondicionado',
	),
	faixaEtaria: optional(
		choice(['recem-nascido', '3-a-12-meses', '1-a-5-anos', 'infantil', 'adulto'], 'indefinido'),
		'Age Group',
		'recem-nascido, 3-a-12-meses, 1-a-5-anos, infantil or adulto',
	),
	genero: optional(
		choice(['masculino', 'feminino', 'unissex'], 'indefinido'),
		'Gender',
		'masculino, feminino or unissex',
	),
	idCategoriaExterna: optional(
		wholeNumber(0),
		'Shopping Category ID',
		'ID of the shopping category',
	),
	...mediaPrices,
	urlVideo: optional(address(250), 'Video URL', 'Valid URL, up to 250 characters'),
	urlProduto: optional(address(250), 'Product URL', 'Address of the product on your own site'),
	caracteristicas: optional(keyValues(100), 'Features', 'Object of up to 100 names and values'),
	tags: optional(texts(0), 'Tags', 'A list, or separated by commas'),
	cor: optional(text(250), 'Color', 'One text, also for several colors'),
	variacoes: variationList(variationFields),
} satisfies WriteFields;

const checkOf = (fields: WriteFields) => objectOf(fields).superRefine(productRules);

/** A product as it is registered, alone or in a batch; it is read with more than is written. */
export const productWrite: EntryShape = {
	fields: productFields,
	check: checkOf(productFields),
	record: { ...productListItem, ...productRecord },
	elsewhere: ['estoque'],
	inEveryRead: 'skuProdutoLider',
};

/**
 * The fields of a product that change; those left out stay as they are (the reference does not show
 * this body).
 */
export const productChange = objectOf(productFields, true).superRefine(productRules);

/** The fields with some of them, or all, as ones that need not be given. */
export const notRequired = (fields: WriteFields, names = Object.keys(fields)): WriteFields =>
	mapValues(fields, (field, name) =>
		names.includes(name) && field.required
			? { ...field, required: false, form: omit(field.form, 'initial') }
			: field,
	);

/** The fields of a form that changes a product: what is left out stays as it is. */
export const productChangeFields = notRequired(productFields);

/** The fields of a list that is compared with the hub. Fields that a new product lacks are told later. */
const productSyncFields: WriteFields = {
	...mapValues(notRequired(productFields), (field, name) => ({
		...field,
		form: { ...field.form, isNeededWhenNew: (productFields as WriteFields)[name]?.required },
	})),
	skuProduto: productFields.skuProduto,
	variacoes: variationList({
		...notRequired(variationFields),
		skuVariacao: variationFields.skuVariacao,
	}),
};

/** Fields that a variation has and its product has not. */
const variationIdentity = pick(notRequired(variationFields), [
	'skuVariacao',
	'tamanho',
	'voltagem',
]);

/** The fields of a list that may have a row for each variation. */
export const productRowFields: WriteFields = { ...productFields, ...variationIdentity };
export const productSyncRowFields: WriteFields = { ...productSyncFields, ...variationIdentity };

export const productSyncWrite: EntryShape = {
	...productWrite,
	fields: productSyncFields,
	check: checkOf(productSyncFields),
};

function productRules(product: Record<string, unknown>, context: z.RefinementCtx): void {
	sellingNotAboveFrom(product, context);
	if (!Array.isArray(product.variacoes)) return;
	const variations = product.variacoes as Array<Record<string, unknown>>;
	variations.forEach((variation, index) => {
		const addIssue: typeof context.addIssue = (issue) =>
			context.addIssue({ ...issue, path: ['variacoes', index, ...(issue.path ?? [])] });
		// the reference sets no order of a variation's media prices
		sellingNotAboveFrom(variation, { addIssue }, false);
	});
	const times = countBy(variations, 'skuVariacao');
	const twice = variations.find(({ skuVariacao }) => Number(times[String(skuVariacao)]) > 1);
	if (twice !== undefined) {
		const message = `must have each SKU once: \`${String(twice.skuVariacao)}\` stands twice`;
		context.addIssue({ code: 'custom', path: ['variacoes'], message });
	}
	const isUsed = (field: string) => variations.some((variation) => variation[field] !== undefined);
	if (!isUsed('tamanho') || !isUsed('voltagem')) return;
	const message = 'must differ by `tamanho` or by `voltagem`, never both';
	context.addIssue({ code: 'custom', path: ['variacoes'], message });
}
