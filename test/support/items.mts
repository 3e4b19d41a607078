import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeResult } from '../engine/nodes.mts';
import type { Fault, Hub } from '../hub/index.mts';

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

/** Resource locator values: text as the editor saves it, a number as an expression gives it. */
export const byId = (value: string | number) => ({ __rl: true as const, mode: 'id', value });
export const bySku = (value: string) => ({ __rl: true as const, mode: 'sku', value });
export const fromList = (value: string) => ({ __rl: true as const, mode: 'list', value });

/** What the editor shows above the output of a run: the texts of its execution hints. */
export const hintsOf = ({ run }: Pick<NodeResult, 'run'>): string[] =>
	(run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);

/** Lets a hub answer the next requests to an endpoint with this body, whatever was asked. */
export function answer(hub: Hub, endpoint: string, body: unknown, status = 200, times = 1): void {
	hub.faults.add({ endpoint, kind: 'status', status, body, times });
}

/** The same with a status, and what else there is to say of the answer. */
export function respond(
	hub: Hub,
	endpoint: string | undefined,
	status: number,
	more: Partial<Fault> = {},
): void {
	hub.faults.add({ endpoint, kind: 'status', status, ...more });
}
