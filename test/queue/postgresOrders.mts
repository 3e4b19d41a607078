import type { INode } from 'n8n-workflow';
import { afterAll } from 'vitest';
import { storeCredential, useHub } from '../n8n/session.mts';
import { importExample } from '../server/examples.mts';
import { platform } from './platform.mts';

/** An example that stores in PostgreSQL, for the tests of a file: published, over an empty database of its own. */
export async function exampleInPostgres(example: string) {
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
		node.type.endsWith('.postgres') ? { ...node, credentials: { [type]: { id, name } } } : node;
	const credential = await storeCredential(rest, hub);
	const workflow = await importExample(rest, example, credential, { adapt });
	await rest.publish(workflow);
	afterAll(async () => await rest.deleteWorkflow(workflow));
	const select = async (sql: string) => await n8n.postgres.query(sql, 'shop');
	return { hub, n8n, rest, workflow, select };
}
