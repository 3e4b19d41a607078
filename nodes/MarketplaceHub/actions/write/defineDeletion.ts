import type { INodeProperties } from 'n8n-workflow';
import type { EndpointName, PathValues } from '../../api/endpoints';
import { anything } from '../../api/schemas/reads/answers';
import { defineOperation, type Operation } from '../operation';

/**
 * An operation that deletes one record.
 * @param path the parts of the address, from the texts of the parameters
 */
export const defineDeletion = <Name extends EndpointName>(
	endpoint: Name,
	texts: Pick<Operation['option'], 'action' | 'toolDescription' | 'description'>,
	properties: INodeProperties[],
	path: (text: (name: string) => string) => PathValues,
) =>
	defineOperation<Name>({
		option: { name: 'Delete', value: 'delete', ...texts },
		properties,
		endpoints: [endpoint],
		output: { deleted: 'boolean' },
		async perItem({ hub, parameters }, itemIndex) {
			const values = path((name) => parameters.text(name, itemIndex));
			await hub.request(endpoint, { path: values }, anything);
			return { deleted: true };
		},
	});
