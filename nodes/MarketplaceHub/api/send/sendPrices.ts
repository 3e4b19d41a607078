import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { largestRequest } from './sendBatches';
import type { EndpointName } from '../endpoints';
import { HubError, refusedEntry } from '../errors';
import type { Hub } from '../hub';
import { matchByKey } from './matchByKey';
import { type FurtherResult, mostFurther, type Row, itemsOf, keyOf } from '../rows/row';
import { afterSameKey, type Blocker } from './rowOrder';
import { sendRows } from './sendRows';
import { valueAsText } from '../http/answer';
import { transform } from '../schemas/effects';
import { readRecord } from '../schemas/reads/recordSchema';
import { listingPriceResult } from '../schemas/reads/records';
import { isBlank } from '../values/blanks';
import { onlyRecords } from '../values/objects';

/** Characters of a SKU, and more: a text of any length would be written again for each price of it. */
const longestSku = 1_000;

const answer = z.object({
	// entries that cannot be read spoil themselves only
	resultados: transform(z.array(z.unknown()), (list) =>
		onlyRecords(list).map(({ skuProduto, sucessos, erros }) => ({
			product: isBlank(skuProduto) ? {} : { skuProduto: String(skuProduto).slice(0, longestSku) },
			sucessos: onlyRecords(sucessos),
			erros: onlyRecords(erros),
		})),
	),
});

/** One of the hub's two price endpoints. */
export interface PriceTarget<Name extends EndpointName> {
	/** Told after each request how many prices it had. */
	gone?(rows: number): void;
	endpoint: Name;
	/** The fields of a result that tell the prices of one request apart. */
	identity: Readonly<Record<string, string>>;
}

/**
 * Sends checked rows and notes on each its own result out of the 200's `sucessos` and `erros`.
 */
export async function sendPrices<Name extends EndpointName>(
	hub: Hub<Name>,
	rows: readonly Row[],
	{ endpoint, identity, gone }: PriceTarget<Name>,
): Promise<FurtherResult[]> {
	const further: FurtherResult[] = [];
	await sendRows(rows, {
		most: largestRequest,
		gone,
		blockersOf: inOrderOfChannel(),
		async send(part) {
			const body = { precos: part.map((row) => row.body) };
			const said = await hub.request(endpoint, { body }, answer);
			const told = noteAnswers(part, said, Object.keys(identity));
			for (const result of told.slice(0, mostFurther)) further.push(result);
		},
	});
	return further;
}

/**
 * A price waits for the earlier one of its own key, which needs a request of its own. No price goes ahead of a price of
 * its channel that waits, but the two may share a request: one of their SKUs may be a variation of the other.
 */
function inOrderOfChannel(): (row: Row) => Blocker[] {
	const afterEarlier = afterSameKey(keyOfRow);
	const lastWaiting = new Map<unknown, Row>();
	return (row) => {
		const { idCanalIntegracao: channel } = row.identity;
		const ahead = lastWaiting.get(channel);
		const blockers = afterEarlier(row);
		if (ahead !== undefined && ahead !== blockers[0]?.row)
			blockers.push({ row: ahead, why: 'older', joins: true });
		if (blockers.length > 0) lastWaiting.set(channel, row);
		return blockers;
	};
}

const keyOfRow = ({ identity }: Row) => keyOf(identity);

/**
 * Notes on each row of a request its answer.
 * @param names the fields of an answer that say which row it is about
 */
function noteAnswers(
	rows: Row[],
	{ resultados }: z.infer<typeof answer>,
	names: readonly string[],
): FurtherResult[] {
	const keyOfAnswer = (found: Record<string, unknown>) => keyOf(pick(found, names));
	const answers = resultados.flatMap(({ product, sucessos, erros }) => [
		...sucessos.map((entry) => ({ ...product, ...entry, sucesso: true })),
		...erros.map((entry) => ({ ...product, ...entry, sucesso: false })),
	]);
	const { matched, unmatched } = matchByKey(rows, answers, keyOfRow, keyOfAnswer);
	for (const [index, row] of rows.entries()) {
		const found = matched[index];
		if (found === undefined) row.failure = priceNotReported();
		else Object.assign(row, resultOf(found));
	}
	const itemIndexes = itemsOf(rows);
	const byKey = new Map(rows.map((row) => [keyOfRow(row), row]));
	return unmatched.map((found) => {
		const about = byKey.get(keyOfAnswer(found));
		const { result, failure } = resultOf(found);
		return { itemIndexes: about?.itemIndexes ?? itemIndexes, json: result, failure, about };
	});
}

function resultOf(found: Record<string, unknown>): { result: IDataObject; failure?: HubError } {
	const { mensagem, ...fields } = readRecord(found, listingPriceResult);
	if (fields.sucesso === true) return { result: fields };
	const failure = refusedEntry(isBlank(mensagem) ? undefined : valueAsText(mensagem));
	return { result: { ...fields, error: failure.message }, failure };
}

const priceNotReported = () =>
	new HubError('unconfirmed', 'Not reported by the hub: its answer says nothing about this entry', {
		description: 'Check the price in the hub: it may have changed.',
	});
