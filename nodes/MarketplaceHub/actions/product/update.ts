import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { optionalRecordOf } from '../../api/schemas/reads/answers';
import { normalize, type Normalized } from '../../api/schemas/normalize';
import { productChangeWrite, productFields } from '../../api/schemas/writes/product';
import type { Values } from '../../api/schemas/fields';
import { productRecord } from '../../api/schemas/reads/records';
import { withTrimmedSkus } from '../../api/schemas/skus';
import { productLocator } from '../form/locators';
import { entryProperties } from '../form/entryProperties';
import { withSimpleDescription } from '../form/simpleDescription';
import { readEntries } from '../form/readEntries';
import { toBody } from '../form/toBody';
import { defineOperation } from '../operation';

/** Individual product change at /v1/products/{sku} (reference: Products; body and answer are not shown). */
export const updateProduct = defineOperation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update product',
		toolDescription:
			'Change fields of one product, by its SKU; what is not given stays. Stock and prices given beside other fields are not sent: for those, use Update stock in batch and Update prices in batch. Writes what it is given, at once; one request.',
		description: 'Change a product; only the fields that are given are sent',
	},
	properties: [
		productLocator,
		...entryProperties(
			'getProductChangeFields',
			{ nome: 'Camiseta azul', precoPor: 69.9 },
			{
				variacoes:
					'Give all of them: the hub takes the list as the whole one. Product: Sync changes single ones',
			},
		),
	],
	endpoints: ['productUpdate'],
	output: { ...productRecord, updated: 'boolean' },
	async perItem(context, itemIndex) {
		const sku = context.parameters.text('sku', itemIndex);
		const [first = {}, ...others] = readEntries(context.parameters, itemIndex, productFields);
		if (others.length > 0)
			throw new HubError(
				'invalid',
				'JSON (`json`) must be one object: this operation changes one product for each input item',
				{ description: 'Give each product an input item of its own.' },
			);
		const given = withSimpleDescription(first, productFields, context.parameters, itemIndex);
		const normalized = normalize(given, productChangeWrite);
		const values = withWrittenSkus(normalized);
		const body = toBody(context.hints, { ...normalized, values });
		if (Object.keys(body).length === 0) {
			throw new HubError('invalid', 'There is no field to change', {
				description:
					'Fill in at least one field. With automatic mapping, check the names of the columns.',
			});
		}
		return (await changeProduct(context.hub, sku, body)) ?? { skuProduto: sku, updated: true };
	},
});

/** Without blanks around the SKUs of variations, unless a record that was read is given back; the product's own SKU may have some. */
const withWrittenSkus = ({ values, wasRead }: Normalized): Values =>
	wasRead ? values : { ...withTrimmedSkus(values), ...pick(values, 'skuProduto') };

/** Gives the product, where the hub answers with it. */
export async function changeProduct(
	hub: Hub<'productUpdate'>,
	sku: string,
	body: Record<string, unknown>,
): Promise<IDataObject | undefined> {
	// a hub that lets the SKU itself be changed answers with the new one
	const answer = optionalRecordOf(productRecord, 'skuProduto', sku, String(body.skuProduto ?? sku));
	return await hub.request('productUpdate', { path: { sku }, body }, answer);
}
