import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import { notRequired, type WriteFields } from './fields';
import { checkOf, productFields, productWrite } from './product';
import { variationFields, variationList } from './variation';
import type { EntryShape } from './writeShape';

/** Fields of a product that change; those left out stay as they are (the reference does not show this body). */
export const productChangeWrite: EntryShape = {
	...productWrite,
	check: checkOf(productFields, true),
};

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
