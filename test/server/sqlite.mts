import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverDirectory, serverNode } from './install.mjs';

const execute = promisify(execFile);

/** Rows of a whole suite's executions, with their data. */
const LARGEST_ANSWER = 2 ** 30;

/** By the binding that n8n itself uses: not every Node.js that runs n8n or the tests has one. */
const script = `
	const { Database, OPEN_READONLY, OPEN_READWRITE } = require('sqlite3');
	const [file, mode, sql, ...values] = process.argv.slice(1);
	const database = new Database(file, mode === 'write' ? OPEN_READWRITE : OPEN_READONLY);
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
	return JSON.parse(await inHome(home, 'read', sql, values)) as Row[];
}

/** Changes the database of an n8n home, also while n8n runs, where n8n itself wants a licence for it. */
export async function changeHome(home: string, sql: string, ...values: string[]): Promise<void> {
	await inHome(home, 'write', sql, values);
}

async function inHome(home: string, mode: string, sql: string, values: string[]): Promise<string> {
	const file = join(home, '.n8n', 'database.sqlite');
	const { stdout } = await execute(serverNode, ['-e', script, file, mode, sql, ...values], {
		cwd: serverDirectory,
		maxBuffer: LARGEST_ANSWER,
	});
	return stdout;
}
