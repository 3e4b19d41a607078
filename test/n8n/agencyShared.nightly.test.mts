import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { expect, onTestFinished, test } from 'vitest';
import { tableRows } from '../server/dataTables.mts';
import { importExample, triggerOf } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';
import {
	webhookUrl,
	type Credential,
	type Workflow,
	type WorkflowDefinition,
} from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';
import { asksEvery } from '../support/agency.mts';
import {
	nodeOf,
	queueIsEmpty,
	server,
	stopNode,
	storeCredential,
	to,
	useHub,
	useN8n,
} from './session.mts';

/** A part that all sellers share, and that only decides. */
const { hub: blue, n8n, credential } = await useN8n({ clock: 'manual' });
const green = await useHub({ clock: 'manual' });
const shared = await importExample(n8n, 'decide-orders', credential);

const HOUR = 60 * 60_000;
const orders = JSON.parse(
	await readFile(join(projectRoot, 'examples', 'orders-into-table.json'), 'utf8'),
) as WorkflowDefinition;

/** As docs/several-accounts.md says: the shared part is called right before the acknowledgement. */
async function sellerWith(seller: string, { id, name, type }: Credential): Promise<Workflow> {
	const own = JSON.parse(
		JSON.stringify(orders.nodes).replaceAll('marketplace_hub_', `seller_${seller}_`),
	) as INode[];
	const nodes = own.map((node) => {
		const isHub = node.type.startsWith('n8n-nodes-marketplace-hub.');
		const chosen = isHub ? { ...node, credentials: { [type]: { id, name } } } : node;
		return asksEvery(1, 'minutes')(chosen);
	});
	const decide = nodeOf('Decide', 'executeWorkflow', {
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: shared.id }, options: {} },
	});
	const before = JSON.stringify(orders.connections['Status Is Known']);
	const connections = {
		...orders.connections,
		'Status Is Known': JSON.parse(before.replace('"Acknowledge"', '"Decide"')) as object,
		Decide: to('Acknowledge'),
	} as WorkflowDefinition['connections'];
	return await n8n.createWorkflow({
		...{ name: `Orders of ${seller}`, nodes: [...nodes, decide], connections },
		settings: orders.settings,
	});
}

/** Saves the shared part with a node that ends it, or as it was. */
async function change(nodes: INode[]): Promise<void> {
	const saved = await n8n.request<Workflow>('PATCH', `/rest/workflows/${shared.id}`, { nodes });
	await n8n.publish({ ...shared, ...saved });
}

test('the shared part is unpublished, then fails, for an hour: each order of each seller is stored at once, none is acknowledged before it is decided, none is lost', async () => {
	const sellers = [
		{ seller: 'azul', hub: blue, workflow: await sellerWith('azul', credential) },
		{
			...{ seller: 'verde', hub: green },
			workflow: await sellerWith('verde', await storeCredential(n8n, green)),
		},
	];
	// n8n publishes no workflow whose shared part is not published
	await n8n.publish(shared);
	for (const { hub, workflow } of sellers) {
		await n8n.publish(workflow);
		onTestFinished(async () => await n8n.unpublish(workflow));
		hub.webhook.configure({ url: webhookUrl(server.url, triggerOf(workflow)) });
	}
	const idsIn = async (seller: string) =>
		(await tableRows(n8n, `seller_${seller}_orders`)).map(({ idPedido }) => idPedido);
	const sold: Record<string, string[]> = { azul: [], verde: [] };
	/** Sells one order to each; it is stored, and waits. */
	const sell = async () => {
		for (const { seller, hub } of sellers) {
			sold[seller]!.push(String(hub.createOrder().idPedido));
			await waitFor(async () => (await idsIn(seller)).length === sold[seller]!.length, {
				...{ what: `the order of ${seller} to be stored`, timeout: 60_000 },
			});
			expect((await idsIn(seller)).sort()).toEqual(sold[seller]);
			expect(hub.state.queue.size).toBe(sold[seller]!.length);
			expect(hub.count({ endpoint: 'acknowledge' })).toBe(0);
			hub.clock.advance(HOUR / 3);
		}
	};
	await n8n.unpublish(shared);
	await sell();
	const decision = shared.nodes.find(({ name }) => name === 'Decision')!;
	const others = shared.nodes.filter((node) => node !== decision);
	await change([
		...others,
		{ ...stopNode('the rules are broken', decision.name), id: decision.id },
	]);
	await sell();
	await n8n.unpublish(shared);
	await sell();
	expect(await n8n.executions(shared)).not.toEqual([]);

	await change(shared.nodes);
	for (const { seller, hub, workflow } of sellers) {
		await queueIsEmpty(hub, 240_000);
		expect((await idsIn(seller)).sort()).toEqual(sold[seller]);
		expect(hub.webhook.active).toBe(true);
		const decided = await waitFor(
			async () => {
				const runs = await n8n.finishedExecutions(workflow);
				const made = runs.flatMap(
					({ runData }) => runData.Decide?.[0]?.data?.main?.[0]?.map(({ json }) => json) ?? [],
				);
				return made.length >= sold[seller]!.length && made;
			},
			{ what: 'the decisions' },
		);
		expect(new Set(decided.map(({ idPedido }) => idPedido))).toEqual(new Set(sold[seller]));
		for (const { decision: made } of decided) expect(['go', 'ask']).toContain(made);
		const raws = (await n8n.finishedExecutions(shared)).map(({ raw }) => raw);
		for (const raw of raws)
			for (const secret of [hub.apiKey, hub.secretKey, hub.tokens.current!])
				expect(raw).not.toContain(secret);
	}
}, 600_000);
