import countBy from 'lodash/countBy';
import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import { HubError } from '../../errors';
import { isBlank } from '../../values/blanks';
import { namesNothing } from '../../values/spreadsheet';
import { splitLevels } from '../../values/textLists';
import { type Check, refine, type Refuse, superRefine, transform } from '../effects';
import {
	notRequired,
	objectOf,
	optional,
	required,
	type Values,
	type WriteFields,
	type WriteShape,
} from '../fields';
import { choice, flag } from '../kinds/choices';
import { ncmCode, productCode } from '../kinds/codes';
import { images } from '../kinds/images';
import { keyValues, texts } from '../kinds/lists';
import { decimal, wholeNumber } from '../kinds/numbers';
import { address, nameOrNumber, plainText, shownText, skuText } from '../kinds/text';
import { mediaPrices, pricePair, sellingNotAboveFrom } from './prices';
import { productRecord, productListItem } from '../reads/records';
import { centimetres, inCentimetres, variationFields, variationList } from './variation';

const nameText = shownText(250);
const markup = { ...shownText(), writing: 'markup' } as const;
/** More tags than anybody gives a product: rows of a workbook may share one cell of any length. */
const mostTags = 1_000;

const tagList = { ...texts(0, mostTags), writing: 'anyOrder' } as const;
const weight = decimal(0.01);
const categories = texts(1, 4, splitLevels);
const features = keyValues(100);
const link = address(250);
const condition = choice(['novo', 'usado', 'recondicionado'], 'indefinido');
const gender = choice(['masculino', 'feminino', 'unissex'], 'indefinido');
const ageGroup = choice(
	['recem-nascido', '3-a-12-meses', '1-a-5-anos', 'infantil', 'adulto'],
	'indefinido',
);

/** Product write fields (reference: Products, Product write fields). */
export const productFields = {
	skuProduto: required(skuText(), 'SKU', 'SKU of the product (skuProduto)'),
	skuProdutoLider: optional(
		skuText(),
		'Leader SKU',
		'SKU of the leader product (skuProdutoLider); empty for a new product: its own SKU',
		{ form: { hint: 'only if another SKU leads it' } },
	),
	nome: required(nameText, 'Name', `Product name, ${nameText.takes}`),
	descricao: required(markup, 'Description', 'Full description, may contain HTML'),
	ean: required(productCode(), 'EAN', 'EAN, GTIN or DUN code'),
	...pricePair,
	ativo: required(flag(), 'Active', 'Whether the product is active', { form: { initial: true } }),
	prazoProducao: required(
		wholeNumber(0),
		'Production (Days)',
		'Production time in days, added to the delivery time',
	),
	altura: required(centimetres, 'Height (cm)', inCentimetres),
	largura: required(centimetres, 'Width (cm)', inCentimetres),
	comprimento: required(centimetres, 'Length (cm)', inCentimetres),
	peso: required(weight, 'Weight (kg)', `kg, ${weight.takes}`),
	categoria: required(
		categories,
		'Categories',
		`Category hierarchy, ${categories.takes} levels: a list, or separated by commas`,
	),
	marca: required(nameText, 'Brand', nameText.takes),
	imagens: required(images, 'Images', `${images.takes} addresses, or a list of {id, url}`),
	descricaoCurta: optional(
		markup,
		'Short Description',
		'Used by some marketplaces in place of the full one',
	),
	descricaoSimples: optional(
		plainText(),
		'Simple Description',
		'Full description without HTML tags; most marketplaces reject HTML',
	),
	ncm: optional(ncmCode(), 'NCM', 'NCM code'),
	mpn: optional(nameOrNumber(), 'MPN', 'MPN code'),
	condicao: optional(condition, 'Condition', condition.takes),
	faixaEtaria: optional(ageGroup, 'Age Group', ageGroup.takes),
	genero: optional(gender, 'Gender', gender.takes),
	idCategoriaExterna: optional(
		wholeNumber(0, Infinity, 'pieces'),
		'Shopping Category ID',
		'ID of the shopping category',
	),
	...mediaPrices,
	urlVideo: optional(link, 'Video URL', `Valid URL, ${link.takes}`),
	urlProduto: optional(link, 'Product URL', 'Address of the product on your own site'),
	caracteristicas: optional(features, 'Features', `Object of ${features.takes}`),
	tags: optional(tagList, 'Tags', 'A list, or separated by commas'),
	cor: optional(nameText, 'Color', 'One text, also for several colors'),
	variacoes: variationList(variationFields),
} satisfies WriteFields;

/**
 * The check of a product.
 * @param isChange whether fields that are left out stay as they are
 */
const checkOf = (fields: WriteFields, isChange = false): Check<Values> =>
	superRefine(objectOf(fields, isChange), productRules);

function productRules(product: Values, refuse: Refuse): void {
	sellingNotAboveFrom(product, refuse);
	if (!Array.isArray(product.variacoes)) return;
	const variations = product.variacoes as Values[];
	variations.forEach((variation, index) => {
		const refuseVariation: Refuse = (issue) =>
			refuse({ ...issue, path: ['variacoes', index, ...(issue.path ?? [])] });
		// the reference sets no order of a variation's media prices
		sellingNotAboveFrom(variation, refuseVariation, false);
	});
	const times = countBy(variations, 'skuVariacao');
	const twice = variations.find(({ skuVariacao }) => Number(times[String(skuVariacao)]) > 1);
	if (twice !== undefined) {
		const message = `must have each SKU once: \`${String(twice.skuVariacao)}\` stands twice`;
		refuse({ code: 'custom', path: ['variacoes'], message });
	}
	const isUsed = (field: string) => variations.some((variation) => variation[field] !== undefined);
	if (!isUsed('tamanho') || !isUsed('voltagem')) return;
	const message = 'must differ by `tamanho` or by `voltagem`, never both';
	refuse({ code: 'custom', path: ['variacoes'], message });
}

/** A product takes its variations as a list. */
const refusal = ({ skuVariacao, variacoes }: Values): HubError | undefined =>
	isBlank(skuVariacao) || !isBlank(variacoes)
		? undefined
		: new HubError('invalid', 'A product takes its variations as a list in `variacoes`', {
				description:
					'This row is a single variation (skuVariacao). Only Product > Create in Batch and Product > Sync take a row for each variation. Here give one row for each product, with all its variations in the list.',
			});

/** The hub takes no product without a leader's SKU; a product that has none names itself (reference: Products). */
const withLeader = (product: Values): Values => ({
	...product,
	skuProdutoLider: product.skuProdutoLider ?? product.skuProduto,
});

/** SKU of a product that the hub lacks: a known one may have a word for nothing (`NULL`) as its SKU. */
const newSku = {
	...productFields.skuProduto,
	check: refine(
		productFields.skuProduto.check,
		(value) => !namesNothing(value),
		'must be a SKU, not a word for nothing',
	),
};

/** A product as it is registered, alone or in a batch; it is read with more than is written. */
export const productWrite: WriteShape = {
	fields: productFields,
	check: transform(checkOf({ ...productFields, skuProduto: newSku }), withLeader),
	refusal,
	record: { ...productListItem, ...productRecord },
	elsewhere: { fields: ['estoque'], readWith: 'skuProdutoLider' },
	entry: 'a new product',
};

/** Fields of a product that change; fields left out stay as they are (the reference does not show this body). */
export const productChangeWrite: WriteShape = {
	...productWrite,
	check: checkOf(productFields, true),
	isChange: true,
};

/** The fields of a form that changes a product: fields that are left out stay as they are. */
export const productChangeFields = {
	...notRequired(productFields),
	skuProdutoLider: optional(skuText(), 'Leader SKU', 'SKU of the leader product (skuProdutoLider)'),
};

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

export const productSyncWrite: WriteShape = {
	...productWrite,
	fields: productSyncFields,
	check: checkOf(productSyncFields),
};
