import type { INode } from 'n8n-workflow';
import { beforeEach } from 'vitest';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { outputOf, type Workflow } from '../server/rest.mts';
import { useMailbox } from '../support/mailbox.mts';
import { sold } from '../support/orders.mts';
import { heldBy } from '../support/sync.mts';
import { runExample, useN8n } from './session.mts';

/** An n8n for the examples that keep the stock at what is not sold yet; each test begins without tables and orders. */
export async function useStockExamples() {
	const { hub, n8n, credential } = await useN8n({
		seed: { channels: 2, products: 20 },
		batchDuration: 300,
	});
	const { smtp } = await useMailbox(n8n);

	beforeEach(async () => {
		await deleteTables(n8n);
		hub.state.orders.clear();
		hub.clearLog();
	});

	const load = async (example: string, adapt?: (node: INode) => INode) =>
		await importExample(n8n, example, credential, { smtp, adapt });
	return {
		...{ hub, n8n, load },
		runOnce: async (example: string) => await runExample(n8n, await load(example)),
		order: (status: string, sku: string, qtd: number) =>
			hub.createOrder({ status, itens: [sold(sku, qtd)] }),
		stockOf: (sku: string) => heldBy(hub, sku)!.estoque,
		sumOf: async (sku: string) =>
			(await tableRows(n8n, 'marketplace_hub_available')).find((row) => row.sku === sku),
		/** Runs the workflow; the SKUs that it sent. */
		sentBy: async (workflow: Workflow) =>
			outputOf(await runExample(n8n, workflow), 'To Send').map(
				({ row }) => (row as { sku: string }).sku,
			),
	};
}
