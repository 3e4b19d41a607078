import chunk from 'lodash/chunk';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { batchSize } from '../../api/batches';
import type { EndpointName } from '../../api/endpoints';
import { HubError } from '../../api/errors';
import { matchByKey } from '../../api/values/matchByKey';
import { sendInOrder } from '../../api/async/sendInOrder';
import type { WriteFields, objectOf } from '../../api/schemas/fields';
import { readRecord, type RecordSchema } from '../../api/schemas/recordSchema';
import type { OperationContext, RunResult } from '../operation';
import { checkEntries, identityOf, inEntryOrder, type CheckedEntry } from './checkedEntries';

/** What one entry's result looks like. */
export const priceResult = {
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	precoDe: 'number',
	precoPor: 'number',
	sucesso: 'boolean',
	error: 'string',
} satisfies RecordSchema;

const listingResult = {
	...priceResult,
	prefixoCanalIntegracao: 'string',
	codigoMkt: 'string',
} satisfies RecordSchema;

const entries = z
	.array(z.record(z.unknown()))
	.nullish()
	.transform((list) => list ?? []);
const answer = z.object({
	resultados: z.array(
		z.object({ skuProduto: z.coerce.string(), sucessos: entries, erros: entries }).passthrough(),
	),
});

interface PriceWrite {
	endpoint: EndpointName;
	fields: WriteFields;
	entry: ReturnType<typeof objectOf>;
	/** Fields that tell entries of one request apart. */
	keys: readonly string[];
}

/**
 * Sets prices of all items' entries, 100 in each request, and gives each entry its own result out
 * of the 200's `sucessos` and `erros` (reference: Customized prices).
 */
export async function runPriceWrites(
	context: OperationContext,
	itemIndexes: number[],
	write: PriceWrite,
): Promise<RunResult[]> {
	const identity = Object.fromEntries(write.keys.map((key) => [key, key]));
	const { entries: ready, refused } = checkEntries(
		context,
		itemIndexes,
		write.fields,
		write.entry,
		identity,
	);
	const sent = await sendInOrder(chunk(ready, batchSize), async (part) => {
		const body = { precos: part.map((entry) => entry.body) };
		return await context.hub.request(write.endpoint, { body }, answer);
	});
	const results = sent.flatMap(({ input, value, failure }) =>
		value === undefined
			? input.map(({ itemIndex, position, body }) => ({
					itemIndexes: [itemIndex],
					position,
					json: { ...identityOf(body, identity), sucesso: false },
					failure,
				}))
			: resultsOf(input, value, write.keys),
	);
	return inEntryOrder([...refused, ...results]);
}

function resultsOf(
	part: CheckedEntry[],
	{ resultados }: z.infer<typeof answer>,
	keys: readonly string[],
): RunResult[] {
	const answers = resultados.flatMap(({ skuProduto, sucessos, erros }) => [
		...sucessos.map((entry) => ({ skuProduto, ...entry, sucesso: true })),
		...erros.map((entry) => ({ skuProduto, ...entry, sucesso: false })),
	]);
	const keyOf = (entry: Record<string, unknown>) =>
		JSON.stringify(keys.map((key) => String(entry[key])));
	const { matched, unmatched } = matchByKey(part, answers, ({ body }) => keyOf(body), keyOf);
	return [
		...part.map((entry, index) => {
			const found = matched[index];
			return {
				...(found === undefined ? notReported(entry, keys) : resultOf([entry.itemIndex], found)),
				position: entry.position,
			};
		}),
		...unmatched.map((found) =>
			resultOf([...new Set(part.map(({ itemIndex }) => itemIndex))], found),
		),
	];
}

function resultOf(itemIndexes: number[], found: Record<string, unknown>): RunResult {
	const { mensagem, ...fields } = readRecord(found, listingResult);
	if (fields.sucesso === true) return { itemIndexes, json: fields };
	const error = String(mensagem ?? 'The hub did not accept the entry and gives no reason');
	return {
		itemIndexes,
		json: { ...fields, error },
		failure: new HubError('refused', error, { error }),
	};
}

function notReported({ itemIndex, body }: CheckedEntry, keys: readonly string[]): RunResult {
	const json: IDataObject = {
		...identityOf(body, Object.fromEntries(keys.map((key) => [key, key]))),
		sucesso: false,
	};
	return {
		itemIndexes: [itemIndex],
		json,
		failure: new HubError(
			'outcomeUnknown',
			'Not reported by the hub: its answer says nothing about this entry',
		),
	};
}
