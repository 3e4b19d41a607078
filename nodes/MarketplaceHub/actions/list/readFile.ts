import omit from 'lodash/omit';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { priceFields } from '../../api/schemas/writes/prices';
import { productSyncRowFields } from '../../api/schemas/writes/product';
import { stockFields } from '../../api/schemas/writes/stock';
import { shownFor } from '../../shared/properties';
import { typedChoice } from '../../shared/typedValues';
import { readJson } from '../form/readEntries';
import { defineOperation, type NodeContext } from '../operation';
import { namedRows, type ListedRow, type WantedList } from './namedRows';
import { rowsOfFile, rowsOfItems } from './tableFile';

const { skuProduto, skuVariacao } = productSyncRowFields;
const skus = { skuProduto, skuVariacao } as WantedList['fields'];

/** The kinds of lists, each with the columns that it must have. */
const lists = {
	prices: {
		name: 'Prices',
		description: 'List price and sale price of SKUs',
		fields: { ...skus, ...omit(priceFields, 'sku') },
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
		fields: { ...skus, ...omit(stockFields, 'sku') },
		needed: ['skuProduto', 'estoque'],
	},
} satisfies Record<string, WantedList & { name: string; description: string }>;
const listNames = Object.keys(lists) as Array<keyof typeof lists>;

const inputMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	options: [
		{
			name: 'File or Items',
			value: 'input',
			description: 'A .csv file, or the items that Extract from File makes of another one',
		},
		{ name: 'JSON', value: 'json', description: 'A list of rows, each an object' },
	],
	default: 'input',
	description: 'How you give the rows',
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
		inputMode,
		shownFor(
			{ inputMode: ['input'] },
			{
				displayName: 'Input Binary Field',
				name: 'binaryPropertyName',
				type: 'string',
				default: 'data',
				required: true,
				placeholder: 'e.g. data',
				hint: 'The name of the input binary field with the .csv file',
				description:
					'Separator and encoding are found. Items without such a file are the rows of one list, as Extract from File makes them of an .xlsx, .xls or .ods file.',
			},
		),
		shownFor(
			{ inputMode: ['json'] },
			{
				displayName: 'JSON',
				name: 'json',
				type: 'json',
				default: '[\n  {\n    "Código": "CAMISETA-M",\n    "Saldo": "12"\n  }\n]',
				required: true,
				description: 'The rows, under the names that people gave to the columns',
			},
		),
	],
	endpoints: [],
	output: {
		columns: { '*': 'string' },
		unclear: ['string'],
		otherColumns: ['string'],
		rowsAbove: 'number',
		rows: [{ '*': 'string' }],
	},
	async perRun(context, itemIndexes): Promise<EntryResult[]> {
		if (context.parameters.choice(inputMode, 0) === 'json') {
			const rows = readJson('json', context.parameters.value('json', 0)) as IDataObject[];
			return [await resultOf(context, itemIndexes, rowsOfItems(rows))];
		}
		const items = context.node.getInputData();
		const field = context.parameters.text('binaryPropertyName', 0);
		const hasFile = (index: number) => items[index]?.binary?.[field] !== undefined;
		if (!itemIndexes.some(hasFile)) {
			const rows = rowsOfItems(itemIndexes.map((index) => items[index]?.json ?? {}));
			return [await resultOf(context, itemIndexes, rows)];
		}
		const results: EntryResult[] = [];
		for (const index of itemIndexes) {
			if (!hasFile(index)) {
				results.push({ itemIndexes: [index], json: {}, failure: noFile(index, field) });
				continue;
			}
			const { fileName = 'The file' } = context.node.helpers.assertBinaryData(index, field);
			const bytes = await context.node.helpers.getBinaryDataBuffer(index, field);
			results.push(await resultOf(context, [index], rowsOfFile(bytes, fileName)));
		}
		return results;
	},
});

/** One result for a list; a list that cannot be read follows On Error. */
async function resultOf(
	{ parameters }: NodeContext,
	itemIndexes: number[],
	rows: Iterable<ListedRow>,
): Promise<EntryResult> {
	const listHolds = parameters.value('listHolds', itemIndexes[0] ?? 0);
	const name = typedChoice('List Holds (`listHolds`)', listHolds, listNames);
	const list = await namedRows(rows, lists[name]);
	return list instanceof HubError
		? { itemIndexes, json: {}, failure: list }
		: { itemIndexes, json: { ...list } as unknown as IDataObject };
}

/** An item without a file among items with one: together they are no list. */
const noFile = (index: number, field: string): HubError =>
	new HubError('invalid', `Item ${index + 1} has no file in \`${field}\`, and others have one`, {
		outcome: undefined,
		description: 'Give items with a file each, or the rows of one list.',
	});
