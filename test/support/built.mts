import { createRequire } from 'node:module';
import type { IDataObject } from 'n8n-workflow';
import type { resources as Resources } from '../../nodes/MarketplaceHub/actions/resources.ts';
import type { Endpoint } from '../../nodes/MarketplaceHub/api/endpoints.ts';

const require = createRequire(import.meta.url);
const dist = '../../dist/nodes/MarketplaceHub';

/** Tables of the built package, for tests that hold them against something else. */
export const { resources } = require(`${dist}/actions/resources.js`) as {
	resources: typeof Resources;
};
export const { endpoints } = require(`${dist}/api/endpoints.js`) as {
	endpoints: Record<string, Endpoint>;
};

/** Every operation as `resource operation` with its registry entry. */
export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.option.value} ${operation.option.value}`,
		resource,
		operation,
	})),
);

/** The output schema that n8n previews, in the folder of a version of the node. */
export const outputSchema = (name: string, version = 'v1.0.0') =>
	require(`${dist}/__schema__/${version}/${name.replace(' ', '/')}.json`) as IDataObject;
