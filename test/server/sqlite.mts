import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverNode } from './install.mjs';

const execute = promisify(execFile);

/** Rows of a whole suite's executions, with their data. */
const LARGEST_ANSWER = 2 ** 30;

/** Node.js 24, which n8n runs on, reads SQLite; the one that runs the tests may not. */
const script = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, sql, ...values] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
	console.log(JSON.stringify(database.prepare(sql).all(...values)));
`;

/** Reads from the database of an n8n home, also while n8n runs; `?` in the SQL stands for a value. */
export async function queryHome<Row>(
	home: string,
	sql: string,
	...values: string[]
): Promise<Row[]> {
	const file = join(home, '.n8n', 'database.sqlite');
	const { stdout } = await execute(
		serverNode,
		['--no-warnings', '-e', script, file, sql, ...values],
		{
			maxBuffer: LARGEST_ANSWER,
		},
	);
	return JSON.parse(stdout) as Row[];
}
