import type { INodeParameters, ResourceMapperField } from 'n8n-workflow';
import { packageName } from '../engine/credentialData.mts';
import type { Setup } from './setup.mts';

/** The columns as the editor asks for them and stores them in the node. */
export async function columnsOf({ n8n }: Setup, method: string): Promise<ResourceMapperField[]> {
	const { fields } = (await n8n.method('resourceMapping', method, {
		type: `${packageName}.marketplaceHub`,
	})) as { fields: ResourceMapperField[] };
	return fields;
}

/** The resource mapper with 'Map Each Column Manually', as the editor stores it. */
export const byHand = (
	schema: ResourceMapperField[],
	value: Record<string, unknown>,
): INodeParameters => ({
	inputMode: 'fields',
	columns: {
		mappingMode: 'defineBelow',
		value,
		schema,
		matchingColumns: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	} as never,
});
