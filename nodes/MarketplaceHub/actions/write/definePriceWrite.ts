import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { largestRequest } from '../../api/batches/sendBatches';
import { Channels } from '../../api/channels';
import type { EndpointName } from '../../api/endpoints';
import { HubError, refusedEntry } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { matchByKey } from '../../api/rows/matchByKey';
import { type EntryResult, type Row, itemsOf } from '../../api/rows/row';
import { afterSameKey, type Blocker } from '../../api/rows/rowOrder';
import { sendRows } from '../../api/rows/sendRows';
import { readRecord, type RecordSchema } from '../../api/schemas/recordSchema';
import { isBlank, isRecord } from '../../api/values/checks';
import type { ColumnsName } from '../../shared/columns';
import { channelLocator } from '../common/locators';
import { entryProperties } from '../entries/entryProperties';
import type { Operation } from '../operation';
import type { EntryKind } from './checkRows';
import { defineWrite } from './defineWrite';

const entryChannel: INodeProperties = {
	...channelLocator,
	required: false,
	description:
		'The channel of the prices (idCanalIntegracao). An entry with a channel of its own keeps that.',
};

/** Fields that tell the prices of one request apart. */
export const priceIdentity = {
	skuProduto: 'skuProduto',
	idCanalIntegracao: 'idCanalIntegracao',
};

/** Result of an entry. */
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
const recordsOf = (list: unknown) => (Array.isArray(list) ? list.filter(isRecord) : []);
const answer = z.object({
	resultados: z.array(z.unknown()).transform((list) =>
		recordsOf(list).map(({ skuProduto, sucessos, erros }) => ({
			product: isBlank(skuProduto) ? {} : { skuProduto: String(skuProduto) },
			sucessos: recordsOf(sucessos),
			erros: recordsOf(erros),
		})),
	),
});

interface PriceWrite<Name extends EndpointName> extends EntryKind {
	option: Operation['option'];
	output: Readonly<Record<string, RecordSchema>>;
	/** Method that gives the columns of an entry, and JSON of one. */
	columns: ColumnsName;
	example: object;
	endpoint: Name;
}

/**
 * An operation that sets prices of all items' rows, 100 in each request, one price at most once in
 * each, and gives each row its own result (reference: Customized prices).
 */
export const definePriceWrite = <Name extends EndpointName>(kind: PriceWrite<Name>) =>
	defineWrite<Name | 'channels'>({
		...kind,
		properties: [entryChannel, ...entryProperties(kind.columns, kind.example)],
		endpoints: [kind.endpoint, 'channels'],
		channelsOf: (hub) => new Channels(hub),
		defaults({ parameters }, itemIndex) {
			const idCanalIntegracao = parameters.text('idCanalIntegracao', itemIndex);
			return idCanalIntegracao === '' ? {} : { idCanalIntegracao };
		},
		send: async ({ hub }, rows) => await writePrices(hub, rows, kind),
	});

/**
 * Sends checked rows and notes on each its own result out of the 200's `sucessos` and `erros`.
 * @returns further results; `about` names the row of each, if any
 */
export async function writePrices<Name extends EndpointName>(
	hub: Hub<Name>,
	rows: readonly Row[],
	{ endpoint, identity: keys }: Pick<PriceWrite<Name>, 'endpoint' | 'identity'>,
): Promise<EntryResult[]> {
	const keyOf: KeyOf = (fields) =>
		JSON.stringify(Object.keys(keys).map((key) => String(fields[key])));
	return await sendRows(rows, {
		most: largestRequest,
		blockersOf: inOrderOfChannel(rows, keyOf),
		async send(part) {
			const body = { precos: part.map((row) => row.body) };
			const said = await hub.request(endpoint, { body }, answer);
			return readAnswers(part, said, keyOf);
		},
	});
}

/** Which price an entry or an answer is about. */
type KeyOf = (fields: Readonly<Record<string, unknown>>) => string;

/**
 * A price waits for the earlier one of its own key, which needs a request of its own. No price goes ahead
 * of one of its channel that waits, but may share a request with it: one of the two may be that of a
 * variation of the other.
 */
function inOrderOfChannel(rows: readonly Row[], keyOf: KeyOf): (row: Row) => Blocker[] {
	const afterEarlier = afterSameKey(rows, ({ identity }) => keyOf(identity));
	const blockers = new Map<Row, Blocker[]>();
	const waiting = new Map<unknown, Row>();
	for (const row of rows) {
		const { idCanalIntegracao: channel } = row.identity;
		const ahead = waiting.get(channel);
		const own = afterEarlier(row);
		if (ahead !== undefined && ahead !== own[0]?.row)
			own.push({ row: ahead, why: 'older', joins: true });
		if (own.length === 0) continue;
		blockers.set(row, own);
		waiting.set(channel, row);
	}
	return (row) => blockers.get(row) ?? [];
}

function readAnswers(
	rows: Row[],
	{ resultados }: z.infer<typeof answer>,
	keyOf: KeyOf,
): EntryResult[] {
	const answers = resultados.flatMap(({ product, sucessos, erros }) => [
		...sucessos.map((entry) => ({ ...product, ...entry, sucesso: true })),
		...erros.map((entry) => ({ ...product, ...entry, sucesso: false })),
	]);
	const { matched, unmatched } = matchByKey(rows, answers, (row) => keyOf(row.identity), keyOf);
	for (const [index, row] of rows.entries()) {
		const found = matched[index];
		if (found === undefined) row.failure = priceNotReported();
		else Object.assign(row, resultOf(found));
	}
	const itemIndexes = itemsOf(rows);
	const byKey = new Map(rows.map((row) => [keyOf(row.identity), row]));
	return unmatched.map((found) => {
		const { result, failure } = resultOf(found);
		return { itemIndexes, json: result, failure, about: byKey.get(keyOf(found)) };
	});
}

function resultOf(found: Record<string, unknown>): { result: IDataObject; failure?: HubError } {
	const { mensagem, ...fields } = readRecord(found, listingPriceResult);
	if (fields.sucesso === true) return { result: fields };
	const failure = refusedEntry(isBlank(mensagem) ? undefined : String(mensagem));
	return { result: { ...fields, error: failure.message }, failure };
}

const priceNotReported = () =>
	new HubError(
		'outcomeUnknown',
		'Not reported by the hub: its answer says nothing about this entry',
		{ description: 'Check the price in the hub: it may have changed.' },
	);
