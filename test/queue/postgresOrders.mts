import type { INode } from 'n8n-workflow';
import { afterAll, expect } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { notificationOf, send } from '../n8n/triggersSupport.mts';
import { importExample, triggerOf, unscheduled } from '../server/examples.mts';
import { webhookUrl } from '../server/rest.mts';
import { platform } from './platform.mts';

/**
 * An example that stores in PostgreSQL, for the tests of a file: published, over an empty database of its own.
 * @param clocked adapts what starts by the clock; left out: nothing does
 */
export async function exampleInPostgres(
	example: string,
	clocked: (node: INode) => INode = unscheduled,
) {
	const hub = await useHub();
	const { n8n, rest } = await platform();
	await n8n.postgres.query('DROP DATABASE IF EXISTS shop WITH (FORCE)', 'postgres');
	await n8n.postgres.query('CREATE DATABASE shop', 'postgres');
	const access = { host: '127.0.0.1', port: n8n.postgres.port, user: 'n8n', database: 'shop' };
	const { id, name, type } = await rest.createCredential({
		...{ name: 'Shop', type: 'postgres' },
		data: { ...access, password: 'none', ssl: 'disable' },
	});
	const adapt = (node: INode): INode =>
		node.type.endsWith('.postgres')
			? { ...node, credentials: { [type]: { id, name } } }
			: clocked(node);
	const credential = await storeCredential(rest, hub);
	const workflow = await importExample(rest, example, credential, { adapt });
	await rest.publish(workflow);
	afterAll(async () => await rest.deleteWorkflow(workflow));
	const select = async (sql: string) => await n8n.postgres.query(sql, 'shop');
	/** The hub's notification of an order, at one of n8n's processes. */
	const notify = async (idPedido: number, { url } = n8n.webhook) => {
		const address = webhookUrl(url, triggerOf(workflow));
		const notification = JSON.stringify(notificationOf(hub, idPedido));
		expect(await send(address, notification)).toMatchObject({ status: 200 });
	};
	return { hub, n8n, rest, workflow, select, notify };
}
