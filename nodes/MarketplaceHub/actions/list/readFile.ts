import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { priceFields } from '../../api/schemas/prices';
import { productSyncRowFields } from '../../api/schemas/product';
import { stockFields } from '../../api/schemas/stock';
import { defineOperation, type NodeContext } from '../operation';
import { readList, type Row, type WantedList } from './namedRows';
import { rowsOfFile, rowsOfItems } from './tableFile';

const { skuProduto, skuVariacao } = productSyncRowFields;
const skus = { skuProduto, skuVariacao } as WantedList['fields'];
const { sku: _price, ...prices } = priceFields;
const { sku: _stock, ...stock } = stockFields;

/** What a list may hold, with the columns that it must have. */
const lists: Readonly<Record<string, WantedList & { name: string; description: string }>> = {
	prices: {
		name: 'Prices',
		description: 'List price and sale price of SKUs',
		fields: { ...skus, ...prices },
		needed: ['skuProduto', 'precoDe', 'precoPor'],
	},
	products: {
		name: 'Products',
		description: 'Products, or variations with their products',
		fields: productSyncRowFields,
		needed: ['skuProduto'],
	},
	stock: {
		name: 'Stock',
		description: 'Pieces of SKUs',
		fields: { ...skus, ...stock },
		needed: ['skuProduto', 'estoque'],
	},
};

/** Reads a list as a person has it, without a request. */
export const readFile = defineOperation<never>({
	option: {
		name: 'Read File',
		value: 'readFile',
		action: 'Read file of list',
		toolDescription:
			'Find the columns of prices, stock or products in the file of a person, by what people call them. Not for rows that an agent has: a sync takes them. Reads only; no request.',
		description:
			'Find the columns of prices, stock or products in a file, by what people call them',
	},
	properties: [
		{
			displayName: 'List Holds',
			name: 'listHolds',
			type: 'options',
			options: Object.entries(lists).map(([value, { name, description }]) => ({
				name,
				value,
				description,
			})),
			default: 'prices',
			description: 'What the rows are about, and so which columns are looked for',
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input binary field with the .csv file; of other files, give the items of Extract from File',
			description:
				'Separator and encoding are found. Items without such a file are the rows of one list, as Extract from File makes them of an .xlsx, .xls or .ods file.',
		},
	],
	endpoints: [],
	output: {
		columns: {},
		unclear: ['string'],
		otherColumns: ['string'],
		rowsAbove: 'number',
		rows: [{}],
	},
	async perRun(context, itemIndexes): Promise<EntryResult[]> {
		const items = context.node.getInputData();
		const field = context.parameters.text('binaryPropertyName', 0);
		const ofFiles = itemIndexes.filter((index) => items[index]?.binary?.[field] !== undefined);
		if (ofFiles.length === 0) {
			const rows = rowsOfItems(itemIndexes.map((index) => items[index]?.json ?? {}));
			return [await resultOf(context, itemIndexes, rows)];
		}
		const results: EntryResult[] = [];
		for (const index of ofFiles) {
			const { fileName = 'The file' } = context.node.helpers.assertBinaryData(index, field);
			const bytes = await context.node.helpers.getBinaryDataBuffer(index, field);
			results.push(await resultOf(context, [index], rowsOfFile(bytes, fileName)));
		}
		return results;
	},
});

/** One result for a list; one that cannot be read follows On Error. */
async function resultOf(
	{ parameters }: NodeContext,
	itemIndexes: number[],
	rows: Iterable<Row>,
): Promise<EntryResult> {
	const wanted = wantedList(parameters.value('listHolds', itemIndexes[0] ?? 0));
	const list = await readList(rows, wanted);
	return list instanceof HubError
		? { itemIndexes, json: {}, failure: list }
		: { itemIndexes, json: { ...list } as unknown as IDataObject };
}

function wantedList(chosen: unknown): WantedList {
	const wanted = typeof chosen === 'string' && Object.hasOwn(lists, chosen) && lists[chosen];
	if (wanted) return wanted;
	throw new HubError(
		'invalid',
		`List Holds (\`listHolds\`) must be one of the list, got '${String(chosen)}'`,
		{
			description: `Write one of ${Object.keys(lists).join(', ')}.`,
		},
	);
}
