import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverDirectory, serverNode } from './install.mjs';

const execute = promisify(execFile);

/** Rows of a whole suite's executions, with their data. */
const LARGEST_ANSWER = 2 ** 30;

/** By the binding that n8n itself uses: not every Node.js that runs n8n or the tests has one. */
const script = `
	const { Database, OPEN_READONLY } = require('sqlite3');
	const [file, sql, ...values] = process.argv.slice(1);
	const database = new Database(file, OPEN_READONLY);
	database.configure('busyTimeout', 5000);
	database.all(sql, values, (error, rows) => {
		if (error) throw error;
		console.log(JSON.stringify(rows));
	});
`;

/** Reads from the database of an n8n home, also while n8n runs; `?` in the SQL stands for a value. */
export async function queryHome<Row>(
	home: string,
	sql: string,
	...values: string[]
): Promise<Row[]> {
	const file = join(home, '.n8n', 'database.sqlite');
	const { stdout } = await execute(serverNode, ['-e', script, file, sql, ...values], {
		cwd: serverDirectory,
		maxBuffer: LARGEST_ANSWER,
	});
	return JSON.parse(stdout) as Row[];
}
