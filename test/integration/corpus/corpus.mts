import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { hubCredentials, packageName, type HubN8n } from '../../engine/nodes.mts';
import type { Hub, HubOptions, SeedOptions } from '../../hub/index.mts';

/** What a release gave for something that it stored. */
export interface Recorded {
	name: string;
	/** What the release gave. */
	result?: IDataObject;
	/** What comes now, where a change was on purpose, and words of the changelog's entry that says why. */
	changed?: { because: string; result: IDataObject };
}

/** What stands in the files of a folder beside this one: file name → its entries. */
export function storedIn<Stored extends Recorded>(name: string): Map<string, Stored[]> {
	const folder = join(import.meta.dirname, name);
	return new Map(
		readdirSync(folder).map((file) => [
			join(folder, file),
			JSON.parse(readFileSync(join(folder, file), 'utf8')) as Stored[],
		]),
	);
}

/** A workflow as a release stored it: its hub nodes one after another, and what the first one gets. */
export interface StoredWorkflow extends Recorded {
	/** What the hub holds at the start. */
	seed?: SeedOptions;
	/** Labels that the hub has, by order ID: their type and their text. */
	labels?: Record<string, Record<string, string>>;
	nodes: Array<Pick<INode, 'name' | 'parameters'> & Partial<INode>>;
	input?: IDataObject[];
}

/** The stored workflows: file name → those of a resource. */
export const corpus = () => storedIn<StoredWorkflow>('workflows');

/** A hub that is the same each time. */
export const hubOptions = ({ seed }: StoredWorkflow): HubOptions => ({
	seed,
	startsAt: Date.parse('2026-03-02T12:00:00Z'),
	batchDuration: 0,
	clock: 'manual',
});

/**
 * Runs a stored workflow: what each node put out, what was told, and what was written to the hub. The
 * hub's address, request IDs and seconds are other ones in each run, and stand as one word here.
 */
export async function resultOf(
	{ nodes, input = [{}], labels = {} }: StoredWorkflow,
	hub: Hub,
	n8n: HubN8n,
): Promise<IDataObject> {
	for (const [id, files] of Object.entries(labels)) addLabels(hub, Number(id), files);
	const names = ['Start', ...nodes.map(({ name }) => name)];
	const workflow = n8n.workflow(
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			...nodes.map((node) => ({
				type: `${packageName}.marketplaceHub`,
				typeVersion: 1,
				credentials: hubCredentials,
				...node,
			})),
		],
		n8n.chain(names),
	);
	const data = [input.map((json) => ({ json }))];
	const { run, error, nodeError, items } = await n8n.execute(workflow, 'Start', data);
	const { runData } = run.data.resultData;
	const result = {
		output: Object.fromEntries(
			nodes
				.filter(({ name }) => runData[name] !== undefined)
				.map(({ name }) => [name, [0, 1].map((output) => items(name, output).map(itemOf))]),
		),
		hints: nodes
			.flatMap(({ name }) => runData[name]?.[0]?.hints ?? [])
			.map(({ message }) => message),
		stopped: error === undefined ? undefined : stopOf(names, nodeError),
		sent: hub.log
			.filter(({ method, endpoint }) => method !== 'GET' && endpoint !== 'auth')
			.map(({ method, rawUrl, body }) => `${method} ${rawUrl} ${body}`.trim()),
	};
	const text = JSON.stringify(result)
		.replaceAll(hub.url, 'http://hub')
		.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'request-id')
		.replaceAll(/, \d+ s\./g, ', 0 s.')
		.replaceAll(/ to send, and \d+ seconds?\./g, ' to send, and 1 second.');
	return JSON.parse(text) as IDataObject;
}

const itemOf = ({ json, binary, pairedItem }: INodeExecutionData) => ({
	json,
	files: binary && Object.values(binary).map(({ fileName, mimeType }) => `${fileName} ${mimeType}`),
	from: [pairedItem ?? []]
		.flat()
		.map((paired) => (typeof paired === 'object' ? paired.item : paired)),
});

function stopOf(
	names: string[],
	nodeError: (name: string) => { message: string; description?: string | null } | undefined,
) {
	const failures = names.map(nodeError).filter((failure) => failure !== undefined);
	return failures.map(({ message, description }) => `${message} ${description ?? ''}`.trim());
}

function addLabels(hub: Hub, idPedido: number, files: Record<string, string>): void {
	const canal = hub.state.orders.get(idPedido)?.canal.canal ?? '';
	const labels = Object.entries(files).map(([tipo, text]) => ({
		canal,
		idPedidoCanal: idPedido,
		tipo,
		conteudo: Buffer.from(text).toString('base64'),
	}));
	hub.state.labels.set(idPedido, labels);
}
