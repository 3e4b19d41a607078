import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { WriteFields } from '../api/schemas/fields';
import { customizedPriceFields, listingPriceFields, priceFields } from '../api/schemas/prices';
import { productFields } from '../api/schemas/product';
import { stockFields } from '../api/schemas/stock';
import { sandboxOrderFields } from '../api/schemas/sandboxOrder';

/** The columns of the fields; with `partial` none of them has to be mapped. */
const columns = (table: WriteFields, partial = false) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		return {
			fields: Object.entries(table).map(
				([id, { label, type, required, options }]): ResourceMapperField => ({
					id,
					displayName: `${label} (${id})`,
					required: required && !partial,
					defaultMatch: false,
					display: true,
					type,
					options: options?.map((value) => ({ name: value, value })),
				}),
			),
		};
	};

/** Columns of the resource mappers, one method for each table of fields. */
export const resourceMapping = {
	getProductFields: columns(productFields),
	getProductChangeFields: columns(productFields, true),
	getStockFields: columns(stockFields),
	getPriceFields: columns(priceFields),
	getCustomizedPriceFields: columns(customizedPriceFields),
	getListingPriceFields: columns(listingPriceFields),
	getSandboxOrderFields: columns(sandboxOrderFields),
};
