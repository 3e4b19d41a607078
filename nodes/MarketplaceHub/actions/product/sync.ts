import type { IDataObject } from 'n8n-workflow';
import differenceBy from 'lodash/differenceBy';
import omit from 'lodash/omit';
import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import { largestRequest } from '../../api/send/sendBatches';
import { HubError, orNotSent, toFailure } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readProduct } from '../../api/reads';
import { checked } from '../../api/schemas/check';
import { normalize } from '../../api/schemas/normalize';
import {
	productChangeWrite,
	productChangeFields,
	productSyncWrite,
	productWrite,
} from '../../api/schemas/writes/product';
import { productRecord } from '../../api/schemas/reads/records';
import {
	type Comparable,
	comparedOf,
	fromComparable,
	recordsIn,
	toComparable,
} from '../../api/snapshot/comparable';
import { readProducts } from '../../api/snapshot/read';
import type { ListRow } from '../../api/snapshot/snapshot';
import { productEndpoints } from '../../api/snapshot/readSkus';
import { holdsHtml } from '../../api/values/html';
import { timeLimitProperty } from '../form/timeLimit';
import { entryProperties } from '../form/entryProperties';
import { sendAndWait } from '../write/sendInBatches';
import { sendSingly } from '../write/sendSingly';
import { defineSync } from '../sync/defineSync';
import type { Write } from '../sync/change';
import { allVariations, listOf, measures } from './allVariations';
import { productBatch } from './createBatch';
import { leadersIn } from './leaders';
import { productsInHub } from './productsInHub';
import { vanishedVariations, variationWithoutSku } from './hiddenVariations';
import { changeProduct } from './update';
import { productsOf, withOwn } from './variationRows';
import type { ListHint } from '../hints';

const comparedFields = comparedOf(productSyncWrite.fields, ['skuProduto']);

const prices = ['precoDe', 'precoPor', 'precoDeMidia', 'precoPorMidia'];

/** A price is guarded beside the others; variations are sent with prices and measures that are their own. */
const keptWith = {
	...Object.fromEntries(prices.map((price) => [price, prices])),
	variacoes: [...prices, ...measures],
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
	rows: { fields: productChangeFields, gather: productsOf },
	comparedFields,
	createsMissing: true,
	writes: 'differences',
	read: readProducts,
	found: productsInHub,
	keptWith,
	bodyOf,
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
				return await sendAndWait(context, sent, { ...productBatch, leaderOf });
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
	kind: 'html',
	type: 'warning',
	words:
		'Most marketplaces reject HTML. These products have it in `descricao` and no `descricaoSimples`',
	advice: 'Give them a description without HTML, too.',
};

function changesVariations({ after }: Write): boolean {
	return after.variacoes !== undefined;
}

/** A new product as it is registered, or the fields that change of a product in the hub. */
function bodyOf({ key, before, after }: Write, row?: ListRow): Record<string, unknown> {
	const given = fromComparable(after, comparedFields);
	if (before === undefined) {
		const whole = row?.lacksOwn === true ? withOwn(given) : given;
		const lead = 'The hub does not have this SKU. Check it, or';
		return checked(productWrite, { skuProduto: key, ...whole }, { lead });
	}
	if (recordsIn(after.variacoes).has(key) && !recordsIn(before.variacoes).has(key))
		throw variationOfItself();
	return changeBody(before, given);
}

const variationOfItself = () =>
	new HubError('invalid', 'Not sent, because `skuVariacao` is the SKU of the product itself', {
		description:
			"The product would become a variation of itself, and its stock that of the variation. Leave `skuVariacao` empty for a product without variations, or give the variation's own SKU.",
	});

/** The body for changed fields of a product, with all of its variations. */
function changeBody(before: Comparable, given: IDataObject): Record<string, unknown> {
	if (given.variacoes === undefined) return checkedChange(given);
	const changed = listOf(given.variacoes);
	const variacoes = allVariations(fromComparable(before, comparedFields), changed);
	const others = differenceBy(variacoes, changed, 'skuVariacao');
	if (others.length > 0) assertSendable(others);
	return checkedChange({ ...given, variacoes });
}

function checkedChange(given: IDataObject): Record<string, unknown> {
	// values that stand for nothing in a read of a variation are left out
	const { values } = normalize(omitBy(given, isNil), productWrite);
	return checked(productChangeWrite, values);
}

/** @throws HubError where a variation breaks a rule that the list does not name */
function assertSendable(variacoes: IDataObject[]): void {
	try {
		checkedChange({ variacoes });
	} catch (error) {
		const failure = toFailure(error);
		throw failure.with({
			message: `Not sent, because of the hub's own values: ${failure.message}`,
			description:
				'A change of one variation is sent with all variations of the product. The list does not name this one: correct it in the hub, or give it a row with the right values.',
		});
	}
}

/**
 * The body with the variations as they are now: all are sent, and others may have changed them during the run.
 * @throws HubError where the hub no longer shows all of them
 */
async function freshChangeBody(
	hub: Hub<'productGet'>,
	{ key: sku, before = {}, after }: Write,
): Promise<Record<string, unknown>> {
	const record = await orNotSent(readProduct(hub, sku));
	const now = toComparable(record, comparedFields);
	const unshown = variationWithoutSku(sku, record) ?? vanishedVariations(sku, before, now);
	if (unshown !== undefined) throw unshown;
	return changeBody(now, fromComparable(after, comparedFields));
}
