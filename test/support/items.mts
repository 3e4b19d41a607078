import type { INodeExecutionData } from 'n8n-workflow';
import type { Hub } from '../hub/index.mts';

/** Parameters of an operation, which is named `resource operation`. */
export function op<More extends object = object>(name: string, more?: More) {
	const [resource = '', operation = ''] = name.split(' ');
	return { resource, operation, ...more } as { resource: string; operation: string } & More;
}

/** Parameters that take every input column with a field's name. */
export const mapped = { inputMode: 'auto' };

/** Parameters that take the entries as JSON. */
export const asJson = (value: unknown) => ({ inputMode: 'json', json: JSON.stringify(value) });

/** On Error: continue, or with an output of its own for failed items. */
export const go = { onError: 'continueRegularOutput' as const };
export const split = { onError: 'continueErrorOutput' as const };

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

/** The requests to an endpoint, in the order they came; and their bodies. */
export const requests = (hub: Hub, endpoint: string) =>
	hub.log.filter((entry) => entry.endpoint === endpoint);
export const bodies = <Body,>(hub: Hub, endpoint: string): Body[] =>
	requests(hub, endpoint).map(({ body }) => JSON.parse(body) as Body);
