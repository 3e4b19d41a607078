import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

export interface McpClient {
	/** The names of the server's tools, sorted. */
	toolNames(): Promise<string[]>;
	/** Calls a tool; the first record of its answer. */
	call(name: string, given: object): Promise<Record<string, unknown>>;
	/** The same, with the text of the answer. */
	textOf(name: string, given: object): Promise<string>;
}

/** A client of the Model Context Protocol with this bearer token, which ends with the test. */
export async function connectMcp(address: URL, token: string): Promise<McpClient> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(
		new StreamableHTTPClientTransport(address, { requestInit: { headers } }) as never,
	);
	onTestFinished(async () => await client.close());
	const textOf = async (name: string, given: object): Promise<string> => {
		const { content } = await client.callTool({ name, arguments: { ...given } });
		return (content as Array<{ text?: string }>)[0]?.text ?? '';
	};
	return {
		textOf,
		toolNames: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
		call: async (name, given) => {
			const text = await textOf(name, given);
			const answer = JSON.parse(text) as Record<string, unknown> | Array<Record<string, unknown>>;
			return Array.isArray(answer) ? answer[0]! : answer;
		},
	};
}
