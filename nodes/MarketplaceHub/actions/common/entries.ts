import isEmpty from 'lodash/isEmpty';
import omitBy from 'lodash/omitBy';
import sortBy from 'lodash/sortBy';
import type { INodeProperties } from 'n8n-workflow';
import type { Entry, EntryResult, Identity } from '../../api/entries';
import { HubError } from '../../api/errors';
import { columnsHint, type ColumnsName } from '../../api/schemas/columns';
import { isBlank } from '../../api/values/checks';
import { tryParseExactJson } from '../../api/values/json';
import { isValues, takeIn, type Intake, type Values } from '../../api/schemas/intake';
import { toHubError } from '../../shared/nodeErrors';
import type { NodeContext } from '../operation';
import { toBody, type Writing } from './writable';

/** What the entries of an operation are. */
export interface EntryKind extends Pick<Writing, 'shape' | 'schema'> {
	/** Fields that say which entry a result is about: name in the result → field. */
	identity: Readonly<Record<string, string>>;
	/** Values for every entry of an item that does not give them itself. */
	beside?: (context: NodeContext, itemIndex: number) => Values;
}

/** How prices and amounts given as text are read, beside the fields that take them. */
export const numbersAsText =
	'Numbers as text: 12,90 and 12.90 have decimals; 1.500 is 1500, as is 1,500, unless the other values of the column show that the mark separates decimals';

/**
 * The parameters that give an operation its entry: columns to map, or JSON.
 * @param mapperMethod name of the method in `methods/resourceMapping.ts`
 * @param example JSON of one entry
 */
export function entryProperties(
	mapperMethod: ColumnsName,
	example: object,
	hint?: string,
): INodeProperties[] {
	const hints = { hint: hint ?? numbersAsText };
	const mapperHint = `${columnsHint(mapperMethod)} ${hints.hint}`;
	return [
		{
			displayName: 'Input Mode',
			name: 'inputMode',
			type: 'options',
			options: [
				{
					name: 'Map Fields',
					value: 'fields',
					description: 'One form field or input column for each field',
				},
				{
					name: 'JSON',
					value: 'json',
					description: 'An object as the hub takes it, or a list of them',
				},
			],
			default: 'fields',
			description: 'How the values are given',
		},
		{
			displayName: 'Fields',
			name: 'columns',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description:
				'The values of the entry, mapped by hand or automatically from input columns with the same names',
			hint: mapperHint,
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: mapperMethod,
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: false,
					multiKeyMatch: false,
					supportAutoMap: true,
				},
			},
			displayOptions: { show: { inputMode: ['fields'] } },
		},
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			default: JSON.stringify(example, null, 2),
			required: true,
			description: "The entry with the hub's own field names",
			...hints,
			displayOptions: { show: { inputMode: ['json'] } },
		},
	];
}

/**
 * The entries that an item gives, as they are: one, or several when JSON holds a list. With automatic
 * mapping, all input columns.
 * @throws HubError of kind `invalid` for JSON that cannot be read
 */
export function readEntries({ node, parameters }: NodeContext, itemIndex: number): Values[] {
	if (parameters.value('inputMode', itemIndex) === 'json')
		return readJson(parameters.value('json', itemIndex));
	const { mappingMode, value } = parameters.object('columns', itemIndex);
	const source = mappingMode === 'autoMapInputData' ? node.getInputData()[itemIndex]?.json : value;
	return [isValues(source) ? source : {}];
}

/**
 * The objects in a JSON parameter: text, or what an expression already gives as an object or list.
 * @throws HubError of kind `invalid` for anything else
 */
export function readJson(value: unknown): Values[] {
	const parsed = typeof value === 'string' ? tryParseExactJson(value)?.value : value;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (list.every(isValues)) return list;
	throw new HubError('invalid', '`json` must be an object or a list of objects', {
		description: `Check its commas and quotation marks. It starts with ${String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60)}`,
	});
}

/**
 * Reads and checks the entries of all items. What may not be sent becomes a result with its own
 * message, so that the good ones still go through.
 */
export function checkEntries(
	context: NodeContext,
	itemIndexes: number[],
	{ identity, beside, ...kind }: EntryKind,
): { entries: Entry[]; refused: EntryResult[] } {
	const writing: Writing = { ...kind, read: readEntries };
	const entries: Entry[] = [];
	const refused: EntryResult[] = [];
	let position = 0;
	for (const itemIndex of itemIndexes) {
		const refuse = (error: unknown, values: Values) => {
			refused.push({
				itemIndexes: [itemIndex],
				position: position++,
				json: { ...identityOf(values, identity), sucesso: false },
				failure: toHubError(error),
			});
		};
		const given = valueOr(
			() => withBeside(readEntries(context, itemIndex), beside?.(context, itemIndex)),
			(error) => refuse(error, {}),
		);
		given?.forEach((values) => {
			const intake = valueOr<Intake>(
				() => takeIn(values, kind.shape),
				(error) => refuse(error, values),
			);
			if (intake === undefined) return;
			const body = valueOr(
				() => toBody(context, intake, writing),
				(error) => refuse(error, intake.values),
			);
			if (body === undefined) return;
			entries.push({ itemIndex, position: position++, identity: identityOf(body, identity), body });
		});
	}
	return { entries, refused };
}

const withBeside = (entries: Values[], values: Values = {}): Values[] =>
	isEmpty(values) ? entries : entries.map((entry) => ({ ...values, ...omitBy(entry, isBlank) }));

function identityOf(values: Values, identity: Readonly<Record<string, string>>): Identity {
	const fields = Object.entries(identity).map(([name, field]) => [name, values[field]] as const);
	return Object.fromEntries(
		fields.filter((pair): pair is readonly [string, string | number] =>
			['string', 'number'].includes(typeof pair[1]),
		),
	);
}

/** Results in the order of the entries they are about; those about none come last. */
export const inEntryOrder = (results: EntryResult[]): EntryResult[] =>
	sortBy(results, ({ position = Infinity }) => position);

function valueOr<Value>(work: () => Value, otherwise: (error: unknown) => void): Value | undefined {
	try {
		return work();
	} catch (error) {
		otherwise(error);
		return undefined;
	}
}
