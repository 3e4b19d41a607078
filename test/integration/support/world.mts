import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';
import { expect, onTestFinished } from 'vitest';
import { startHub, type Hub, type HubOptions } from '../../hub/index.mts';
import { startN8n, type HubN8n } from '../../engine/nodes.mts';
import { scaleTime, timeScale } from './scaledTime.mts';

export interface World {
	hub: Hub;
	n8n: HubN8n;
}

/** A hub whose time runs fast, and an n8n with a credential for it; both end with the test. */
export async function world(
	options: HubOptions = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<World> {
	scaleTime(options.timeScale);
	const hub = await startHub({ timeScale, batchDuration: 1_000, ...options });
	onTestFinished(async () => {
		await hub.stop();
		expect(hub.contractViolations).toEqual([]);
	});
	return { hub, n8n: await startN8n(hub, credential) };
}

/** Parameters that take every input column with a field's name. */
export const mapped = {
	inputMode: 'fields',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

/** Parameters that take the entries as JSON. */
export const asJson = (value: unknown) => ({ inputMode: 'json', json: JSON.stringify(value) });

/** A picked or typed identifier of a resource locator. */
export const byId = (value: string | number) => ({ __rl: true, mode: 'id', value: String(value) });
export const bySku = (value: string) => ({ __rl: true, mode: 'sku', value });

/** The input item that an output item is paired with. */
export const itemOf = ({ pairedItem }: INodeExecutionData): number => {
	if (typeof pairedItem === 'object' && 'item' in pairedItem) return pairedItem.item;
	throw new Error(`not paired with one item: ${JSON.stringify(pairedItem)}`);
};

/** Message and description of what a node threw, as the editor shows them. */
export const shown = (
	error: { message: string; description?: string | null } | undefined,
): string =>
	error === undefined ? 'nothing was thrown' : `${error.message}\n${error.description ?? ''}`;

/** Bodies of the requests to an endpoint, in the order they came. */
export const bodies = <Body,>(hub: Hub, endpoint: string): Body[] =>
	hub.log
		.filter((entry) => entry.endpoint === endpoint)
		.map(({ body }) => JSON.parse(body) as Body);
