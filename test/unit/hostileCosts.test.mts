import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import range from 'lodash/range.js';
import { expect, test } from 'vitest';
import { getCustomizedPrices } from '../../nodes/MarketplaceHub/actions/customizedPrice/getMany.ts';
import { getFiscalDocuments } from '../../nodes/MarketplaceHub/actions/fiscalDocument/getMany.ts';
import { xmlFile } from '../../nodes/MarketplaceHub/actions/fiscalDocument/xmlFile.ts';
import { ExecutionHints } from '../../nodes/MarketplaceHub/actions/hints.ts';
import { Output } from '../../nodes/MarketplaceHub/actions/operation.ts';
import {
	groupRows,
	matchRows,
} from '../../nodes/MarketplaceHub/actions/order/reconciliation/matchRows.ts';
import { productsOf } from '../../nodes/MarketplaceHub/actions/product/variationRows.ts';
import { toItems } from '../../nodes/MarketplaceHub/actions/run/outputItem.ts';
import { combineZpl } from '../../nodes/MarketplaceHub/actions/shipmentLabel/combineZpl.ts';
import { decideLabels } from '../../nodes/MarketplaceHub/actions/shipmentLabel/newLabels.ts';
import { kitsOf } from '../../nodes/MarketplaceHub/actions/stock/available/kits.ts';
import { openPieces } from '../../nodes/MarketplaceHub/actions/stock/available/openLines.ts';
import { calculateAvailable } from '../../nodes/MarketplaceHub/actions/stock/calculateAvailable.ts';
import { Channels } from '../../nodes/MarketplaceHub/api/channels.ts';
import { endpoints } from '../../nodes/MarketplaceHub/api/endpoints.ts';
import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';
import { readBody } from '../../nodes/MarketplaceHub/api/http/answer.ts';
import { send } from '../../nodes/MarketplaceHub/api/http/send.ts';
import { channelNames } from '../../nodes/MarketplaceHub/api/orders/orderChannels.ts';
import { readQueuedOrders } from '../../nodes/MarketplaceHub/api/queue/readQueue.ts';
import { comparableWords } from '../../nodes/MarketplaceHub/api/routeCheck/answers.ts';
import { namedAsFields } from '../../nodes/MarketplaceHub/api/schemas/columns/columnNames.ts';
import { priceFields } from '../../nodes/MarketplaceHub/api/schemas/writes/prices.ts';
import { productFields } from '../../nodes/MarketplaceHub/api/schemas/writes/product.ts';
import { readNotes } from '../../nodes/MarketplaceHub/api/send/notes.ts';
import { afterLeader, RowOrder } from '../../nodes/MarketplaceHub/api/send/rowOrder.ts';
import { sendPrices } from '../../nodes/MarketplaceHub/api/send/sendPrices.ts';
import { areEqual } from '../../nodes/MarketplaceHub/api/comparison/comparable.ts';
import { isSame } from '../../nodes/MarketplaceHub/api/comparison/meaning.ts';
import { ExpiringMap } from '../../nodes/MarketplaceHub/api/async.ts';
import { leftOpen, NumberColumn } from '../../nodes/MarketplaceHub/api/values/numberColumn.ts';
import { redactBody, writingsOf } from '../../nodes/MarketplaceHub/api/values/secrets.ts';
import { trimmed } from '../../nodes/MarketplaceHub/api/values/blanks.ts';
import { isCancelled } from '../../nodes/MarketplaceHub/api/values/statuses.ts';
import { shorten } from '../../nodes/MarketplaceHub/api/values/text.ts';
import { assertAll, assertExact } from '../../nodes/MarketplaceHub/shared/typedValues.ts';

/* What a hub or a file gives costs time in proportion to its length, and not to the product of two lengths. */

const xmlOf = (chaveAcesso: string, xml: string) =>
	xmlFile({ hints: new ExecutionHints(undefined as never, '') }, { chaveAcesso, xml });

/** A hub that gives such an answer to each request. */
const hubThat = (answers: Record<string, unknown>) => ({
	account: async () => ({ state: { channels: new ExpiringMap(1) } }),
	report: { addTotal() {}, unsettled: new Set() },
	request: async (name: string, _input: unknown, reader: { parse(body: unknown): unknown }) =>
		reader.parse(answers[name]),
});

/** The parameters of an operation, by name. */
const given = (values: Record<string, unknown>) => ({
	timezone: 'America/Sao_Paulo',
	value: (name: string) => values[name],
	object: (name: string) => values[name] ?? {},
	filters: () => ({}),
	flag: (name: string) => values[name],
	limit: () => undefined,
});

/** Runs an operation for its first item. */
const runItem = async (
	{ perItem }: object & { perItem?: unknown },
	hub: unknown,
	parameters: Record<string, unknown> = {},
) =>
	await (perItem as (...given: unknown[]) => Promise<unknown>)(
		{ hub, parameters: given(parameters), hints: new ExecutionHints(undefined as never, '') },
		0,
		{ simplify: (record: unknown) => record },
	);

const label = (place: number) => ({
	...{ idPedido: `${place}`, labelId: `${place}-1`, digest: 'same' },
	...{ recipient: `R${place}`, mimeType: 'application/zpl' },
});

const variations = (count: number) =>
	new Map(range(count).map((place) => [`V${place}`, { precoDe: place }]));

const costs: Array<[what: string, run: () => unknown]> = [
	[
		'a long key in a long XML',
		() => xmlOf(`ab${'a'.repeat(4e4)}`, `<nfe>${'a'.repeat(8e5)}</nfe>`),
	],
	[
		'a long root of an XML',
		() => {
			const root = `nfe${'a'.repeat(2.5e5)}`;
			return xmlOf('1', `<${root}>${`</${root.slice(0, -1)}`.repeat(6)}${'a'.repeat(2.5e6)}`);
		},
	],
	[
		'many parameters of one label beside many commands of the next',
		async () =>
			await combineZpl(
				[`^XA^CF${','.repeat(1e6)}7^XZ`, `^XA${'^CFA'.repeat(2_000)}^XZ`].map((each) =>
					Buffer.from(each),
				),
			),
	],
	[
		'many notes of a batch beside rows with variations',
		() => {
			const rows = range(100).map((row) => ({
				...{ itemIndexes: [row], position: row, identity: { sku: `P${row}` } },
				body: { variacoes: range(20).map((each) => ({ skuVariacao: `P${row}-${each}` })) },
			}));
			const observacoes = range(4e4).map((note) => ({ identificador: `X${note}`, sucesso: false }));
			return readNotes({ rows, batchId: 1, followed: { record: { observacoes } } });
		},
	],
	[
		'many columns that mean one field',
		() =>
			namedAsFields(
				Object.fromEntries(
					range(16_000).map((each) => [
						`preco${'-'.repeat(each % 128)}_${' '.repeat(each / 128)}De`,
						each,
					]),
				),
				priceFields,
			),
	],
	['a status of many marks', () => isCancelled(`a${'\u0301'.repeat(1e6)}${'\u0323'.repeat(1e6)}`)],
	['a status of many denials', () => isCancelled('nao cancelado '.repeat(5e4))],
	[
		'a long name of a channel with many entries',
		async () =>
			await runItem(
				getCustomizedPrices,
				hubThat({
					customizedPriceList: {
						produtosPrecoPersonalizado: { ['c'.repeat(2e5)]: range(1e4).map(() => ({})) },
					},
				}),
			),
	],
	[
		'a long SKU with many prices',
		async () => {
			const sucessos = range(2e4).map(() => ({}));
			const resultados = [{ skuProduto: 's'.repeat(2e5), sucessos, erros: [] }];
			const row = { itemIndexes: [0], position: 0, identity: { skuProduto: 'A' }, body: {} };
			const target = {
				endpoint: 'customizedPriceSet' as const,
				identity: { skuProduto: 'skuProduto', idCanalIntegracao: 'idCanalIntegracao' },
			};
			await sendPrices(hubThat({ customizedPriceSet: { resultados } }) as never, [row], target);
		},
	],
	[
		'many channels of one hash with many documents',
		async () =>
			await runItem(
				getFiscalDocuments,
				hubThat({
					fiscalDocumentList: { documentosFiscais: range(4e3).map((id) => ({ id, canal: 'h' })) },
					channels: { canais: range(4e4).map((id) => ({ id, hash: 'h', nome: `Canal ${id}` })) },
				}),
				{
					...{ dataEmissaoInicial: '2026-03-01', dataEmissaoFinal: '2026-03-02' },
					downloadXml: true,
				},
			),
	],
	[
		'many channels beside many that are wanted',
		async () => {
			const canais = range(4e3).map((id) => ({ id, hash: 'h', nome: 'Canal' }));
			const wanted = range(4e3).map((zeros) => '0'.repeat(zeros % 64) + String(zeros >> 6));
			await channelNames(hubThat({ channels: { canais } }) as never, wanted, () => false);
		},
	],
	[
		'many channels of one name, which many rows give',
		async () => {
			const canais = range(1e5).map((id) => ({ id, nome: 'Canal' }));
			const channels = new Channels(hubThat({ channels: { canais } }) as never);
			for (let row = 0; row < 4e3; row++) await channels.idOf('Canal');
		},
	],
	[
		'many notes about many input items',
		() => {
			const row = { itemIndexes: range(2e3), position: 0, identity: { sku: 'A' }, body: {} };
			const observacoes = range(2e4).map(() => ({ identificador: 'A', sucesso: true }));
			const told = readNotes({ rows: [row], batchId: 1, followed: { record: { observacoes } } });
			return toItems(undefined as never, undefined, told);
		},
	],
	[
		'many results that share many input items',
		() => {
			const itemIndexes = range(2e3);
			const outputs = range(2e4).map(() => new Output(itemIndexes, {}));
			return toItems(undefined as never, undefined, outputs);
		},
	],
	[
		'a long text in many messages',
		() => {
			const text = 'a'.repeat(1e6);
			return range(2e3).map(() => new HubError('invalid', text).message);
		},
	],
	['many labels of one content', () => decideLabels(range(5e3).map(label), [], 'run')],
	[
		'many rows of a part of a kit',
		() =>
			kitsOf(range(1e5).map((row) => ({ kit: 'K', sku: 'A', quantity: row % 2 ? '1' : 'some' }))),
	],
	[
		'many rows of a SKU and of a kit, and a long buffer',
		async () => {
			const { perRun } = calculateAvailable as {
				perRun?: (...given: unknown[]) => Promise<unknown>;
			};
			const times = range(1.3e5);
			const quantity = 1;
			const parameters = given({
				erpRows: [
					...times.map(() => ({ sku: 'A', estoque: 5 })),
					...range(1e4).map((place) => ({ sku: `S${place}`, estoque: 5 })),
				],
				lines: [],
				lastRows: [],
				kitParts: times.map((place) => ({ kit: 'K', sku: `P${place}`, quantity })),
				availableSettings: { buffer: '1'.repeat(1e5) },
			});
			await perRun?.({ parameters });
		},
	],
	[
		'many rows of a line',
		() => {
			const [first = {}, ...others] = range(2e5).map(() => ({ quantity: 2, booked: 1 }));
			return openPieces([first, ...others], 2, { margin: 0, timeOf: Number });
		},
	],
	[
		'a long name of a field around many values',
		() => assertAll(assertExact, 'caracteristicas', { ['k'.repeat(1e6)]: range(1e5) }),
	],
	['two equal lists of many variations', () => areEqual(variations(3e4), variations(3e4))],
	[
		'a long list of tags beside many rows of its product',
		async () => {
			const row = (tags: string, place: number) => ({
				itemIndexes: [place],
				values: { skuProduto: 'P', skuVariacao: `V${place}`, tags },
			});
			await productsOf(
				range(5e3).map((place) => row(place === 0 ? `a${','.repeat(2e4)}` : 'a', place)),
			);
		},
	],
	[
		'a long number beside many that it leaves open',
		() => {
			const column = new NumberColumn('money');
			column.note(`0,${'0'.repeat(1e6)}1`);
			column.note('1.500,00');
			column.note('1,500.00');
			return range(5e3).map(() => {
				const { readings = [0, 0], because = [] } = column.reading('1.500') ?? {};
				return new HubError('invalid', leftOpen(readings, because));
			});
		},
	],
	[
		'a long text in many lists',
		() => {
			const text = `${'['.repeat(1500)}"${'a'.repeat(4e6)}"${',1]'.repeat(1500)}`;
			return String(readBody(endpoints.orderGet, { status: 200, headers: {}, text }).body);
		},
	],
	[
		'a long token beside many texts of an answer that have its end',
		() => {
			const token = `${'/"'.repeat(3_900)}${'token'.repeat(20)}`;
			const body = JSON.stringify(range(2e4).map(() => token.slice(-33)));
			return redactBody(body, writingsOf([token]));
		},
	],
	[
		'many rows that wait for a row of the same request',
		async () => {
			const rowAt = (position: number) => ({
				...{ itemIndexes: [position], position, identity: { sku: `S${position}` }, body: {} },
			});
			const [leaders, others] = [range(100).map(rowAt), range(100, 1.4e5).map(rowAt)];
			const order = await RowOrder.of([...leaders, ...others], {
				blockersOf: ({ position }) =>
					afterLeader(position < 100 ? undefined : leaders[Math.floor(position / 1.4e3)], {
						joins: false,
					}),
			});
			order.settle(order.take(100));
			return order.take(2);
		},
	],
	[
		'a long cell of tags that many rows of a workbook share',
		() => {
			const tags = 'a,'.repeat(5e4);
			return range(200).map((row) => productFields.tags?.check.safeParse(tags + String(row % 2)));
		},
	],
	[
		'a long cell as the SKU of many rows',
		() => {
			const sku = 'x'.repeat(1e6);
			return range(200).map(() => priceFields.sku?.check.safeParse(sku));
		},
	],
	[
		'a long list of tags as JSON that many rows of a workbook share',
		() => {
			const tags = `[${'1,'.repeat(5e5)}1]`;
			return range(60).map(() => productFields.tags?.check.safeParse(tags));
		},
	],
	[
		'a number in a million blanks that many rows of a workbook share',
		() => range(120).map(() => trimmed(`-5${' '.repeat(1e6)}`)),
	],
	[
		'long words in the answers of a check of routes',
		() =>
			['a', 'get.', '/'].map((part) =>
				range(40).map(() => comparableWords(part.repeat(10_000 / part.length), [])),
			),
	],
	[
		'images with long lists in place of their numbers',
		() => {
			const texts = range(10).map(() => 'a'.repeat(1e5));
			const images = range(400).map((place) => ({ id: [...texts, place % 7] }));
			return [
				isSame(images, []),
				isSame(
					images.map(({ id }) => id),
					[],
					'anyOrder',
				),
			];
		},
	],
	[
		'a long message of a connection',
		async () => {
			const ended = () => Promise.reject(new Error(`${'SIGNED_CERT'.repeat(2e4)}1`));
			return await send(ended, { method: 'GET', url: 'https://hub.example/' });
		},
	],
];

test.each(costs)('%s', async (_what, run) => {
	// of the process alone: the machine may be busy
	const began = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(began);
	expect((user + system) / 1e3).toBeLessThan(1_500);
});

test('a shortened text keeps none of the long one in memory', () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const held = () => (collect(), process.memoryUsage().heapUsed / 1e6);
	const before = held();
	const short = range(100).map((place) => shorten(`${'x'.repeat(1e6)}${place}`, 80));
	expect(held() - before).toBeLessThan(20);
	expect(new Set(short).size).toBe(1);
});

test('of what a hub tells beyond the rows of a request, ten thousand become items', async () => {
	const row = { itemIndexes: [0], position: 0, identity: { sku: 'A' }, body: {} };
	const observacoes = range(2e4).map(() => ({ error: 'x' }));
	const told = readNotes({ rows: [row], batchId: 1, followed: { record: { observacoes } } });
	expect(told).toHaveLength(10_000);

	const erros = range(2e4).map(() => ({ mensagem: 'x' }));
	const resultados = [{ skuProduto: 'B', sucessos: [], erros }];
	const target = {
		endpoint: 'customizedPriceSet' as const,
		identity: { skuProduto: 'skuProduto', idCanalIntegracao: 'idCanalIntegracao' },
	};
	const hub = hubThat({ customizedPriceSet: { resultados } }) as never;
	expect((await sendPrices(hub, [row], target)).length).toBeLessThanOrEqual(10_000);
});

test('many rows and many orders of one number are refused', () => {
	const orders = range(5e3).map((place) => ({ idPedido: place + 1, idPedidoCanal: 'X' }));
	const rows = range(5e3).map((itemIndex) => ({
		...{ itemIndex, field: 'idPedidoCanal' as const, id: 'X', isText: true },
		given: { canal: `C${itemIndex}` },
	}));
	const match = () => matchRows(groupRows(rows), orders, new Map());
	expect(match).toThrow('number of many orders, such as `idPedidoCanal` X');
});

test('an order of the queue is stored under its digits, however the hub fills them up', async () => {
	const id = '9'.repeat(18);
	const ids = [id, `${'0'.repeat(1e5)}${id}`, `${' '.repeat(1e5)}${id}`];
	const pedidos = ids.map((idPedido) => ({ idPedido, status: 'novo' }));
	const { rows } = await readQueuedOrders(hubThat({ queueList: { pedidos } }) as never);
	expect(rows.map(({ idPedido }) => idPedido)).toEqual([id, id, id]);
});
