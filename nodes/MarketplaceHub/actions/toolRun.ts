import omit from 'lodash/omit';
import {
	isToolType,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';
import { isBlank } from '../api/values/blanks';
import { isRecord } from '../api/values/objects';
import { withoutStop } from '../api/values/text';
import { asText } from '../shared/nodeErrors';

/** Whether an agent runs the node: n8n then gives it the type of its tool form. */
export const isToolRun = ({ type }: INode): boolean => isToolType(type);

/** A tool gives at most this many records, or results of a write. */
export const mostForAgent = 50;

/**
 * The output of a tool run. n8n gives an agent the JSON of its items and nothing else, so the first item
 * carries the hints that a person would read; without any item, the hints are an item of their own.
 * @param selected the fields of the records that a person has selected, if any
 */
export function closeToolRun(
	items: INodeExecutionData[],
	hints: readonly string[],
	selected: readonly string[] | undefined,
): INodeExecutionData[] {
	const shown = cutDown(items, selected);
	const unshown = items.length - shown.length;
	const notes = [...hints];
	if (unshown > 0)
		notes.push(
			unshown === 1 ? '1 more result is not shown.' : `${unshown} more results are not shown.`,
		);
	if (items.length === 0 && notes.length === 0) notes.push('No results.');
	if (notes.length === 0) return shown;
	const [first = { json: {} }, ...others] = shown;
	return [{ ...first, json: { notes, ...first.json } }, ...others];
}

/**
 * The output without parts that an agent cannot use: too many items, and data of buyers and files that nobody
 * selected.
 */
const cutDown = (items: INodeExecutionData[], selected: readonly string[] | undefined) =>
	items.slice(0, mostForAgent).map(({ json, pairedItem }) => {
		const fields = selected === undefined ? omit(json, personal) : json;
		return {
			json: selected?.includes(itemDetails) ? fields : withoutDetails(fields),
			pairedItem,
		};
	});

/**
 * The choice that adds the notes on each item of an order: its size, but at some shops also an engraving that
 * the buyer wants.
 */
export const itemDetails = 'itens.detalhes';

function withoutDetails(json: IDataObject): IDataObject {
	const { itens } = json;
	if (!Array.isArray(itens)) return json;
	const without = (item: unknown) => (isRecord(item) ? omit(item, 'detalhes') : item);
	return { ...json, itens: itens.map(without) as IDataObject[] };
}

const addressFields = [
	'cep',
	'endereco',
	'bairro',
	'cidade',
	'uf',
	'numero',
	'complemento',
	'referencia',
];

/** Where records hold data of a buyer, and files that do. */
const personal = [
	'cliente',
	...['destinatario', ...addressFields].map((name) => `entrega.${name}`),
	...['xml', 'conteudo'],
];

/** The same error; in a tool run its message holds the advice: n8n's newer agents read only that. */
export function withAdvice<Shown extends NodeApiError | NodeOperationError>(
	node: INode,
	error: Shown,
): Shown {
	const { message, description } = error;
	if (!isToolRun(node) || typeof description !== 'string' || isBlank(description)) return error;
	// n8n's older agents append a description that the message does not hold
	error.description = asText(description).replaceAll('<', '‹');
	error.message = `${withoutStop(message)}. ${error.description}`;
	return error;
}
