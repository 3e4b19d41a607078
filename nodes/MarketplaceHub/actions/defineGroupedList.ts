import type { IDataObject } from 'n8n-workflow';
import { readList } from '../api/pagination';
import { filterQuery } from '../shared/filters';
import type { RecordSchema } from '../api/schemas/reads/recordSchema';
import { channelRows, type ChannelList } from '../api/reads';
import { defineOperation, type Operation } from './operation';
import { filtersBy } from '../shared/properties';
import { channelFilter, skuFilter, paging } from './form/listProperties';

const channelFilters = filtersBy(channelFilter, skuFilter);

/** Characters of a channel's name, and more: a name of any length would be written again for each of its entries. */
const longestName = 1_000;

/** All that is in an entry. */
const identity = ({ canal, ...entry }: IDataObject): string =>
	JSON.stringify([typeof canal === 'string' ? canal.slice(0, longestName) : canal, entry]);

/** A list that the hub groups by channel name, as one item an entry with the name in `canal`. */
export function defineGroupedList<Name extends ChannelList>(
	option: Operation['option'],
	endpoint: Name,
	schema: Readonly<Record<string, RecordSchema>>,
): Operation<Name> {
	return defineOperation({
		option,
		properties: [...paging, channelFilters],
		endpoints: [endpoint],
		list: endpoint,
		output: schema,
		async perItem({ hub, parameters }, itemIndex) {
			const chosen = parameters.filters(channelFilters, itemIndex);
			const query = {
				idCanalIntegracao: filterQuery('idCanalIntegracao', chosen),
				sku: filterQuery('sku', chosen),
			};
			const list = { endpoint, query, rows: channelRows[endpoint], identity };
			return await readList(hub, list, parameters.limit(itemIndex));
		},
	});
}
