import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { inRequests, sendInOrder } from '../../api/batches/send';
import { matchByKey } from '../../api/batches/results';
import type { EndpointName } from '../../api/endpoints';
import type { Entry, EntryResult } from '../../api/entries';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readRecord, type RecordSchema } from '../../api/schemas/answers';
import { isRecord } from '../../api/values/checks';
import type { NodeContext, OperationContext } from '../operation';
import { checkEntries, failedEntry, inEntryOrder, type EntryKind } from './entries';
import { channelLocator } from './properties';

/** Picks the channel of all entries that do not name one themselves. */
export const entryChannel: INodeProperties = {
	...channelLocator,
	required: false,
	description:
		'The channel of the prices (idCanalIntegracao). An entry with a channel ID of its own keeps that.',
};

/** What the parameter of `entryChannel` gives the entries of an item. */
export function channelDefault(
	{ parameters }: NodeContext,
	itemIndex: number,
): Record<string, unknown> {
	const idCanalIntegracao = parameters.text('idCanalIntegracao', itemIndex);
	return idCanalIntegracao === '' ? {} : { idCanalIntegracao };
}

/** What one entry's result looks like. */
export const priceResult = {
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	precoDe: 'number',
	precoPor: 'number',
	sucesso: 'boolean',
	error: 'string',
} satisfies RecordSchema;

/** The same of a marketplace listing. */
export const listingPriceResult = {
	...priceResult,
	prefixoCanalIntegracao: 'string',
	codigoMkt: 'string',
} satisfies RecordSchema;

/** Entries that cannot be read spoil themselves only. */
const readable = (list: unknown) => (Array.isArray(list) ? list.filter(isRecord) : []);
const answer = z.object({
	resultados: z.array(z.unknown()).transform((list) =>
		readable(list).map(({ skuProduto, sucessos, erros }) => ({
			skuProduto: String(skuProduto),
			sucessos: readable(sucessos),
			erros: readable(erros),
		})),
	),
});

/** A price write; its `identity` tells entries of one request apart. */
interface PriceWrite<Name extends EndpointName> extends EntryKind {
	endpoint: Name;
}

/**
 * Sets prices of all items' entries, 100 in each request, one price at most once in each, and gives
 * each entry its own result out of the 200's `sucessos` and `erros` (reference: Customized prices).
 */
export async function runPriceWrites<Name extends EndpointName>(
	context: OperationContext<Name>,
	itemIndexes: number[],
	write: PriceWrite<Name>,
): Promise<EntryResult[]> {
	const { entries: ready, refused } = checkEntries(context, itemIndexes, write);
	return inEntryOrder([...refused, ...(await writePrices(context.hub, ready, write))]);
}

/** Sends checked entries and gives each its own result, besides what the hub says about none of them. */
export async function writePrices<Name extends EndpointName>(
	hub: Hub<Name>,
	ready: Entry[],
	write: Pick<PriceWrite<Name>, 'endpoint' | 'identity'>,
): Promise<EntryResult[]> {
	const parts = inRequests(ready, ({ identity }) => JSON.stringify(identity));
	const sent = await sendInOrder(parts, async (part) => {
		const body = { precos: part.map((entry) => entry.body) };
		return await hub.request(write.endpoint, { body }, answer);
	});
	return sent.flatMap(({ input, value, failure }) =>
		failure === undefined
			? priceResults(input, value, Object.keys(write.identity))
			: input.map((entry) => failedEntry(entry, failure)),
	);
}

function priceResults(
	part: Entry[],
	{ resultados }: z.infer<typeof answer>,
	keys: readonly string[],
): EntryResult[] {
	const answers = resultados.flatMap(({ skuProduto, sucessos, erros }) => [
		...sucessos.map((entry) => ({ skuProduto, ...entry, sucesso: true })),
		...erros.map((entry) => ({ skuProduto, ...entry, sucesso: false })),
	]);
	const keyOf = (fields: Record<string, unknown>) =>
		JSON.stringify(keys.map((key) => String(fields[key])));
	const { matched, unmatched } = matchByKey(
		part,
		answers,
		({ identity }) => keyOf(identity),
		keyOf,
	);
	const itemIndexes = [...new Set(part.map(({ itemIndex }) => itemIndex))];
	return [
		...part.map((entry, index) => {
			const found = matched[index];
			if (found === undefined) return failedEntry(entry, notReported());
			return { ...resultOf([entry.itemIndex], found), position: entry.position };
		}),
		...unmatched.map((found) => resultOf(itemIndexes, found)),
	];
}

function resultOf(itemIndexes: number[], found: Record<string, unknown>): EntryResult {
	const { mensagem, ...fields } = readRecord(found, listingPriceResult);
	if (fields.sucesso === true) return { itemIndexes, json: fields };
	const error = String(mensagem ?? 'The hub did not accept the entry and gives no reason');
	const failure = new HubError('refused', error, { error });
	return { itemIndexes, json: { ...fields, error: failure.message }, failure };
}

const notReported = () =>
	new HubError(
		'outcomeUnknown',
		'Not reported by the hub: its answer says nothing about this entry',
		{ description: 'Read the price from the hub to see whether it was changed.' },
	);
