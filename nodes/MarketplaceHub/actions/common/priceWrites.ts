import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { inRequests, sendInOrder } from '../../api/batches/send';
import { matchByKey } from '../../api/batches/results';
import type { EndpointName } from '../../api/endpoints';
import type { Entry, EntryResult } from '../../api/entries';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readRecord, type RecordSchema } from '../../api/schemas/answers';
import { isBlank, isRecord } from '../../api/values/checks';
import type { ColumnsName } from '../../shared/columns';
import { defineOperation, type Operation } from '../operation';
import { checkEntries, failedEntry, inEntryOrder, type EntryKind } from './entries';
import { entryProperties } from './entryProperties';
import { channelLocator } from './properties';

const entryChannel: INodeProperties = {
	...channelLocator,
	required: false,
	description:
		'The channel of the prices (idCanalIntegracao). An entry with a channel ID of its own keeps that.',
};

/** What tells the prices of one request apart. */
export const priceIdentity = {
	skuProduto: 'skuProduto',
	idCanalIntegracao: 'idCanalIntegracao',
};

/** What one entry's result looks like. */
export const priceResult = {
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	precoDe: 'number',
	precoPor: 'number',
	sucesso: 'boolean',
	error: 'string',
} satisfies RecordSchema;

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
			product: isBlank(skuProduto) ? {} : { skuProduto: String(skuProduto) },
			sucessos: readable(sucessos),
			erros: readable(erros),
		})),
	),
});

interface PriceWrite<Name extends EndpointName> extends EntryKind {
	option: Operation['option'];
	/** Method that gives the columns of an entry, and JSON of one. */
	columns: ColumnsName;
	example: object;
	endpoint: Name;
	output: Readonly<Record<string, RecordSchema>>;
}

/**
 * An operation that sets prices of all items' entries, 100 in each request, one price at most once in
 * each, and gives each entry its own result (reference: Customized prices).
 */
export const definePriceWrite = <Name extends EndpointName>(write: PriceWrite<Name>) =>
	defineOperation<Name>({
		option: write.option,
		properties: [entryChannel, ...entryProperties(write.columns, write.example)],
		endpoints: [write.endpoint],
		output: write.output,
		async perRun(context, itemIndexes) {
			const { entries, refused } = checkEntries(context, itemIndexes, {
				...write,
				defaults({ parameters }, itemIndex) {
					const idCanalIntegracao = parameters.text('idCanalIntegracao', itemIndex);
					return idCanalIntegracao === '' ? {} : { idCanalIntegracao };
				},
			});
			return inEntryOrder([...refused, ...(await writePrices(context.hub, entries, write))]);
		},
	});

/** Sends checked entries and gives each its own result out of the 200's `sucessos` and `erros`. */
export async function writePrices<Name extends EndpointName>(
	hub: Hub<Name>,
	ready: Entry[],
	{ endpoint, identity: keys }: Pick<PriceWrite<Name>, 'endpoint' | 'identity'>,
): Promise<EntryResult[]> {
	const parts = inRequests(ready, ({ identity }) => JSON.stringify(identity));
	const sent = await sendInOrder(parts, async (part) => {
		const body = { precos: part.map((entry) => entry.body) };
		return await hub.request(endpoint, { body }, answer);
	});
	return sent.flatMap(({ input, value, failure }) =>
		failure === undefined
			? priceResults(input, value, Object.keys(keys))
			: input.map((entry) => failedEntry(entry, failure)),
	);
}

function priceResults(
	part: Entry[],
	{ resultados }: z.infer<typeof answer>,
	keys: readonly string[],
): EntryResult[] {
	const answers = resultados.flatMap(({ product, sucessos, erros }) => [
		...sucessos.map((entry) => ({ ...product, ...entry, sucesso: true })),
		...erros.map((entry) => ({ ...product, ...entry, sucesso: false })),
	]);
	const keyOf = (fields: Record<string, unknown>) =>
		JSON.stringify(keys.map((key) => String(fields[key])));
	const { matched, unmatched } = matchByKey(part, answers, (entry) => keyOf(entry.identity), keyOf);
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
