import omit from 'lodash/omit';
import { largestRequest, sendBatches } from '../../api/send/sendBatches';
import { productSyncRowFields, productSyncWrite } from '../../api/schemas/writes/product';
import { pricesBeside } from '../../api/schemas/writes/prices';
import { productRecord } from '../../api/schemas/reads/records';
import { readProducts } from '../../api/snapshot/read';
import { productEndpoints } from '../../api/snapshot/readSkus';
import { holdsHtml } from '../../api/values/html';
import { timeLimitProperty } from '../form/timeLimit';
import { entryProperties } from '../form/entryProperties';
import { batchFollowing } from '../write/batchFollowing';
import { sendSingly } from '../write/sendSingly';
import { defineSync } from '../sync/defineSync';
import { measures } from './allVariations';
import { productBatch } from './createBatch';
import { leadersIn } from './leaders';
import { productsInHub } from './productsInHub';
import { changesVariations, comparedFields, freshChangeBody, productBody } from './syncBody';
import { changeProduct } from './update';
import { productsOf } from './variationRows';
import type { ListHint } from '../hints';

/** Variations are sent with prices and measures that are their own. */
const keptWith = {
	...pricesBeside,
	variacoes: [...Object.keys(pricesBeside), ...measures],
	descricao: ['descricaoSimples'],
};

/**
 * Registers products that the hub lacks and changes products that differ (reference: Products; both routes are
 * assumed).
 */
export const syncProducts = defineSync({
	action: 'Sync products (upsert)',
	toolDescription:
		'Compare a list of products with the hub, register those that are missing and change what differs, within guards. With Dry Run it shows what would happen and sends nothing. Not for stock and prices alone: those have syncs of their own. Writes, unless Dry Run is on; a request for each product that it compares, and one for each change.',
	description:
		'Create or update: register products that the hub lacks, send of others only what differs',
	listKind: 'products',
	properties: entryProperties('getProductSyncFields', productBatch.example),
	sendingOptions: [timeLimitProperty],
	endpoints: ['productUpdate', 'productBatch', 'batchGet', ...productEndpoints],
	values: omit(productRecord, 'skuProduto', 'estoque'),
	output: { batchId: 'number', note: 'string' },
	identity: { sku: 'skuProduto' },
	shape: productSyncWrite,
	rows: { fields: productSyncRowFields, gather: productsOf },
	comparedFields,
	createsNew: true,
	writes: 'differences',
	read: readProducts,
	finderOf: productsInHub,
	keptWith,
	bodyOf: productBody,
	hintOf: ({ before, after }) => {
		const { descricao, descricaoSimples } = { ...before, ...after };
		const isNew = after.descricao !== undefined && holdsHtml(String(descricao));
		return isNew && descricaoSimples === undefined ? holdsHtmlOnly : undefined;
	},
	ways: {
		create: {
			endpoint: 'productBatch',
			most: largestRequest,
			async send(context, sent, all) {
				const leaderOf = leadersIn(all.filter(({ change }) => change.before === undefined));
				const following = batchFollowing(context, sent.length);
				return await sendBatches(context.hub, sent, { ...productBatch, leaderOf, ...following });
			},
		},
		update: {
			endpoint: 'productUpdate',
			most: 1,
			readsAgain: changesVariations,
			send: async ({ hub, node }, sent) =>
				await sendSingly(node, sent, async ({ change, body }) => {
					const { key: sku } = change;
					const fresh = changesVariations(change) ? await freshChangeBody(hub, change) : body;
					await changeProduct(hub, sku, fresh);
				}),
		},
	},
});

const holdsHtmlOnly: ListHint = {
	type: 'warning',
	words:
		'Most marketplaces reject HTML. These products have it in `descricao` and no `descricaoSimples`',
	advice: 'Give them a description without HTML, too.',
};
