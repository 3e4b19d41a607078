import differenceBy from 'lodash/differenceBy';
import isNil from 'lodash/isNil';
import omitBy from 'lodash/omitBy';
import type { IDataObject } from 'n8n-workflow';
import { HubError, orNotSent, toFailure } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readProduct } from '../../api/reads';
import { checked } from '../../api/schemas/check';
import { normalize } from '../../api/schemas/normalize';
import {
	productChangeWrite,
	productSyncWrite,
	productWrite,
} from '../../api/schemas/writes/product';
import {
	type Comparable,
	comparedOf,
	fromComparable,
	recordsIn,
	toComparable,
} from '../../api/comparison/comparable';
import type { ListRow } from '../../api/snapshot/snapshot';
import type { Compared, Write } from '../sync/change';
import { allVariations, listOf } from './allVariations';
import { vanishedVariations, variationWithoutSku } from './hiddenVariations';
import { withOwn } from './variationRows';

/* What a sync of products sends: of a product in the hub only what changes, but all of its variations with one. */

/** The fields of a product that a sync compares. */
export const comparedFields = comparedOf(productSyncWrite.fields, ['skuProduto']);

export const changesVariations = ({ after }: Write): boolean => after.variacoes !== undefined;

/**
 * The body of a new product as it is registered, or of the fields that change of a product in the hub.
 * @throws HubError where it breaks a rule
 */
export function productBody(
	{ key, before, after }: Compared,
	row?: ListRow,
): Record<string, unknown> {
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
export async function freshChangeBody(
	hub: Hub<'productGet'>,
	{ key: sku, before = {}, after }: Write,
): Promise<Record<string, unknown>> {
	const record = await orNotSent(readProduct(hub, sku));
	const now = toComparable(record, comparedFields);
	const unshown = variationWithoutSku(sku, record) ?? vanishedVariations(sku, before, now);
	if (unshown !== undefined) throw unshown;
	return changeBody(now, fromComparable(after, comparedFields));
}
