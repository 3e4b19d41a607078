import type { IDataObject } from 'n8n-workflow';
import omit from 'lodash/omit';
import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import { optionalRecordOf } from '../../api/schemas/answers';
import { checked } from '../../api/schemas/check';
import { normalize } from '../../api/schemas/normalize';
import {
	productChange,
	productEntry,
	productSyncEntry,
	productSyncWrite,
	productWrite,
} from '../../api/schemas/product';
import { product } from '../../api/schemas/records';
import { catalogueFields, readCatalogue } from '../../api/sync/catalogue';
import { fromComparable } from '../../api/sync/reading';
import { bySku, sendAndWait } from '../common/batch';
import type { Change } from '../common/sync/guard';
import { sendSingly } from '../common/entries';
import { defineSync } from '../common/sync/run';
import type { NodeContext } from '../operation';
import { leadersFirst } from './leaders';
import { productExample } from './properties';

/** Registers products that the hub lacks and changes those that differ (reference: Products; both routes are assumed). */
export const sync = defineSync({
	action: 'Sync products (upsert)',
	description:
		'Create or update: register the products of a list that the hub lacks and send of the others only what differs',
	list: 'products',
	columns: 'getProductSyncFields',
	example: productExample,
	endpoints: ['productGet', 'productUpdate', 'productBatch', 'batchGet', 'productList'],
	values: omit(product, 'skuProduto', 'estoque'),
	...bySku,
	identity: { sku: 'skuProduto' },
	shape: productSyncWrite,
	schema: productSyncEntry,
	compared: catalogueFields,
	createsMissing: true,
	read: readCatalogue,
	toBody,
	create: async (context, entries) =>
		await sendAndWait(context, leadersFirst(entries), {
			endpoint: 'productBatch',
			list: 'produtos',
		}),
	send: async ({ hub }, entries) =>
		await sendSingly(entries, async ({ identity: { sku = '' }, body }) => {
			const answer = optionalRecordOf(product, 'skuProduto', String(sku));
			await hub.request('productUpdate', { path: { sku }, body }, answer);
		}),
});

/** A new product as it is registered, or the fields of another one that change. */
function toBody({ key, before, after }: Change, { hints }: NodeContext): Record<string, unknown> {
	const given = fromComparable(after, catalogueFields);
	const isHtml = /<[a-z/!][^>]*>/i.test(String(given.descricao ?? ''));
	if (isHtml && { ...before, ...after }.descricaoSimples === undefined) hints.add('html', key);
	if (before === undefined) return checked(productEntry, { skuProduto: key, ...given });
	const { variacoes: held } = fromComparable(before, catalogueFields);
	const variacoes = given.variacoes && withChanges(listOf(held), listOf(given.variacoes));
	// what the hub shows of a variation where nothing is set is left out
	return checked(
		productChange,
		normalize(omitBy({ ...given, variacoes }, isNil), productWrite).values,
	);
}

const listOf = (value: unknown) => (value ?? []) as IDataObject[];

/** All variations of a product with their changes: without its entry the hub would delete a variation. */
function withChanges(held: IDataObject[], changed: IDataObject[]): IDataObject[] {
	const variations = new Map<unknown, IDataObject>();
	for (const variation of [...held.map(withoutUsual), ...changed]) {
		const { skuVariacao } = variation;
		variations.set(skuVariacao, { ...variations.get(skuVariacao), ...variation });
	}
	return [...variations.values()];
}

/** A variation without prices for media that are its usual ones: they are to follow these. */
const withoutUsual = (variation: IDataObject): IDataObject =>
	omitBy(variation, (value, name) => {
		return name.endsWith('Midia') && value === variation[name.replace('Midia', '')];
	});
