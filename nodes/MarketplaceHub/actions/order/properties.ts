import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { joinFilter } from '../../api/http/url';
import { filterValues } from '../common/filters';
import type { Simplification } from '../common/simplified';
import type { Parameters } from '../parameters';

/** Order statuses that the reference names; the vocabulary is open. */
export const statusOptions = ['novo', 'pago', 'faturado', 'enviado', 'entregue', 'cancelado'].map(
	(value) => ({
		name: value.charAt(0).toUpperCase() + value.slice(1),
		value,
	}),
);

/** Picks one order: from a list, or by the hub's order ID. */
export const orderLocator: INodeProperties = {
	displayName: 'Order',
	name: 'idPedido',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'The order, by the ID that the hub gave it (idPedido), not the ID in the marketplace',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchOrders', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1024' },
	],
};

/** Filters by status: the known ones as options, others as text. */
export const statusFilter: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Statuses',
			name: 'status',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only orders in one of these statuses',
		},
		{
			displayName: 'Other Statuses',
			name: 'otherStatus',
			type: 'string',
			default: '',
			placeholder: 'e.g. em-separacao, devolvido',
			description: 'Further status hashes of your hub, separated by commas',
		},
	],
};

/** The statuses chosen in the collection of `statusFilter`, each once: picked ones and those typed. */
export function statusesIn(filters: unknown): ReadonlySet<string> {
	const { status, otherStatus }: IDataObject =
		typeof filters === 'object' && filters !== null ? (filters as IDataObject) : {};
	return new Set([status, otherStatus].flatMap(filterValues).map((value) => value.trim()));
}

/** The `status` query value of `statusFilter`; undefined for no filter. */
export function statusQuery(parameters: Parameters, itemIndex: number): string | undefined {
	return joinFilter('status', [...statusesIn(parameters.object('filters', itemIndex))]);
}

const mostUsed = [
	'idPedido',
	'idPedidoCanal',
	'idInterno',
	'status',
	'dataEmissao',
	'canal.canalIntegracao',
	'cliente.nome',
	'valores.total',
	'moeda',
];

/** What one needs most of an order in a list. */
export const orderListSimplification: Simplification = [...mostUsed, 'entrega.prazoEntrega'];

/** What one needs most of a full order. */
export const orderSimplification: Simplification = [...mostUsed, 'itens'];
