import type { EndpointName } from '../../api/endpoints';
import { readList } from '../../api/pagination';
import { groupedRowsOf } from '../../api/schemas/answers';
import type { Shape } from '../../api/schemas/recordSchema';
import type { ItemOperation } from '../operation';
import { filterQuery } from './filters';
import { channelFilter, skuFilter } from './locators';
import { paging } from './properties';

/** A list that the hub groups by channel name, as one item an entry with the name in `canal`. */
export function groupedList(
	option: ItemOperation['option'],
	endpoint: EndpointName,
	field: string,
	shape: Shape,
): ItemOperation {
	return {
		option,
		properties: [
			...paging,
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [channelFilter, skuFilter],
			},
		],
		endpoints: [endpoint],
		output: shape,
		async perItem({ hub, parameters }, itemIndex) {
			const query = {
				idCanalIntegracao: filterQuery(parameters, itemIndex, 'idCanalIntegracao'),
				sku: filterQuery(parameters, itemIndex, 'sku'),
			};
			return await readList(
				hub,
				{ endpoint, query, rows: groupedRowsOf(field, shape) },
				parameters.limit(itemIndex),
			);
		},
	};
}
