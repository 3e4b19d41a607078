import type { Resource } from '../operation';
import { downloadXml } from './downloadXml';
import { get } from './get';
import { getMany } from './getMany';

export const fiscalDocument: Resource = {
	option: {
		name: 'Fiscal Document',
		value: 'fiscalDocument',
		description: 'NF-e and their cancellation events',
	},
	operations: [downloadXml, get, getMany],
};
