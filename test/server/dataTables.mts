import type { IDataObject } from 'n8n-workflow';
import type { N8nRest } from './rest.mts';

interface DataTable {
	id: string;
	projectId: string;
	name: string;
}

/** As many rows as n8n gives at once. */
const pageSize = 250;

async function find(n8n: N8nRest, name: string): Promise<DataTable | undefined> {
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const path = `/rest/data-tables-global?filter=${filter}&take=${pageSize}`;
	const { data } = await n8n.request<{ data: DataTable[] }>('GET', path);
	return data.find((table) => table.name === name);
}

async function existing(n8n: N8nRest, name: string): Promise<DataTable> {
	const table = await find(n8n, name);
	if (!table) throw new Error(`There is no data table ${name}`);
	return table;
}

const pathOf = ({ projectId, id }: DataTable) => `/rest/projects/${projectId}/data-tables/${id}`;

/**
 * The rows of one of n8n's data tables, by their numbers; none where there is no such table.
 * @param after only rows with a higher number
 */
export async function tableRows(n8n: N8nRest, name: string, after = 0): Promise<IDataObject[]> {
	const table = await find(n8n, name);
	const rows: IDataObject[] = [];
	const newer = [{ columnName: 'id', condition: 'gt', value: after }];
	const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters: newer }));
	for (let count = table ? Infinity : 0; rows.length < count; ) {
		const query = `filter=${filter}&sortBy=id:asc&skip=${rows.length}&take=${pageSize}`;
		const page: { count: number; data: IDataObject[] } = await n8n.request(
			'GET',
			`${pathOf(table!)}/rows?${query}`,
		);
		rows.push(...page.data);
		count = page.count;
	}
	return rows;
}

/** Adds rows to a data table that is there. */
export async function insertRows(n8n: N8nRest, name: string, rows: IDataObject[]): Promise<void> {
	const table = await existing(n8n, name);
	for (let start = 0; start < rows.length; start += 5_000) {
		const data = rows.slice(start, start + 5_000);
		await n8n.request('POST', `${pathOf(table)}/insert`, { data, returnType: 'count' });
	}
}

/** Writes the values into all rows in which `column` has `value`. */
export async function updateRows(
	n8n: N8nRest,
	name: string,
	[columnName, value]: [column: string, value: string],
	data: IDataObject,
): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName, condition: 'eq', value }] };
	await n8n.request('PATCH', `${pathOf(await existing(n8n, name))}/rows`, { filter, data });
}

/** Deletes the rows in which `column` has `value`, as a person does. */
export async function deleteRows(
	n8n: N8nRest,
	name: string,
	[columnName, value]: [column: string, value: string],
): Promise<void> {
	const filters = [{ columnName, condition: 'eq', value }];
	const filter = encodeURIComponent(JSON.stringify({ type: 'and', filters }));
	await n8n.request('DELETE', `${pathOf(await existing(n8n, name))}/rows?filter=${filter}`);
}

/** Deletes every data table: the examples make theirs again. */
export async function deleteTables(n8n: N8nRest): Promise<void> {
	const path = `/rest/data-tables-global?take=${pageSize}`;
	const { data } = await n8n.request<{ data: DataTable[] }>('GET', path);
	for (const table of data) await n8n.request('DELETE', pathOf(table));
}

/** Makes a data table with the columns that an example gives it; in a project of the owner's own. */
export async function makeTable(
	n8n: N8nRest,
	name: string,
	columns: Array<{ name: string; type: string }>,
): Promise<void> {
	const { id } = await n8n.request<{ id: string }>('GET', '/rest/projects/personal');
	await n8n.request('POST', `/rest/projects/${id}/data-tables`, { name, columns });
}
