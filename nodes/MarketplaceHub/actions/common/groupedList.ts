import type { EndpointName } from '../../api/endpoints';
import { readList } from '../../api/pagination';
import { groupedRowsOf, type RecordSchema } from '../../api/schemas/answers';
import { defineOperation, type Operation } from '../operation';
import { filterQuery, filtersBy } from '../../shared/properties';
import { channelFilter, skuFilter, paging } from './properties';

/** A list that the hub groups by channel name, as one item an entry with the name in `canal`. */
export function groupedList<Name extends EndpointName>(
	option: Operation['option'],
	endpoint: Name,
	field: string,
	schema: Readonly<Record<string, RecordSchema>>,
): Operation<Name> {
	return defineOperation({
		option,
		properties: [...paging, filtersBy(channelFilter, skuFilter)],
		endpoints: [endpoint],
		output: schema,
		async perItem({ hub, parameters }, itemIndex) {
			const filters = parameters.object('filters', itemIndex);
			const query = {
				idCanalIntegracao: filterQuery('idCanalIntegracao', filters),
				sku: filterQuery('sku', filters),
			};
			const list = { endpoint, query, rows: groupedRowsOf(field, schema) };
			return await readList(hub, list, parameters.limit(itemIndex));
		},
	});
}
