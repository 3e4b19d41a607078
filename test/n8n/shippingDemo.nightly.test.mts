import { expect, test } from 'vitest';
import { demoSeed } from '../hub/data/demoSeed.mts';
import { deleteTables, tableRows } from '../server/dataTables.mts';
import { importExample } from '../server/examples.mts';
import { useMailbox } from '../support/mailbox.mts';
import { replaced } from '../support/replacedSteps.mts';
import { useN8n } from './session.mts';

const { hub, n8n, credential } = await useN8n({ seed: demoSeed });
const { emails, smtp } = await useMailbox(n8n);

test('Invoice and ship and Cancelled orders work in the demo after the run that their notes name', async () => {
	await deleteTables(n8n);
	const run = async (example: string) =>
		await n8n.run(await importExample(n8n, example, credential, { smtp, adapt: replaced }));
	const withStatus = (status: string) =>
		[...hub.state.orders.values()]
			.filter((order) => order.status === status)
			.map(({ idPedido }) => String(idPedido));
	const [paid, cancelled] = [withStatus('pago'), withStatus('cancelado')];
	expect([paid.length, cancelled.length]).toEqual([4, 4]);
	const idsIn = async (step: string) =>
		(await tableRows(n8n, 'marketplace_hub_shipping'))
			.filter((row) => row.step === step)
			.map(({ idPedido }) => idPedido)
			.sort();

	await run('reconcile-orders');
	expect(emails.map(({ subject }) => subject)).toEqual([
		`Orders: ${hub.state.orders.size} missing`,
	]);
	await run('invoice-and-ship');
	expect(await idsIn('delivered')).toEqual(paid);
	expect(withStatus('pago')).toEqual([]);
	await run('cancelled-orders');
	expect(await idsIn('cancelled')).toEqual(cancelled);
});
