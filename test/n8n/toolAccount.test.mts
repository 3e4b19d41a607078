import { beforeEach, expect, test } from 'vitest';
import { credentialData, credentialType, packageName } from '../engine/credentialData.mts';
import { connectMcp } from '../support/mcpClient.mts';
import { nodeOf, saveWorkflow, server, useN8n } from './session.mts';

const { hub, n8n } = await useN8n({ seed: { orders: 1 } });
const token = 'a-long-random-token-not-a-secret';
const bearer = await n8n.createCredential({
	...{ name: 'Agents', type: 'httpBearerAuth', data: { token } },
});

beforeEach(() => hub.clearLog());

/** An MCP server whose one tool reads an order, with keys by this expression. */
async function serverWith(apiKey: string, path: string) {
	const credential = await n8n.createCredential({
		...{ name: path, type: credentialType, data: credentialData(hub, { apiKey }) },
	});
	const workflow = await saveWorkflow(
		n8n,
		[
			{
				...nodeOf('MCP Server', ''),
				...{ type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2, webhookId: path },
				parameters: { authentication: 'bearerAuth', path },
				credentials: { httpBearerAuth: { id: bearer.id, name: bearer.name } },
			},
			{
				...nodeOf('Get Order', ''),
				...{ type: `${packageName}.marketplaceHubTool`, typeVersion: 1.1 },
				parameters: {
					...{ descriptionType: 'manual', toolDescription: 'Reads an order' },
					...{ resource: 'order', operation: 'get' },
					idPedido: { __rl: true, mode: 'id', value: "={{ $fromAI('idPedido', '', 'string') }}" },
				},
				credentials: { [credentialType]: { id: credential.id, name: credential.name } },
			},
		],
		{ 'Get Order': { ai_tool: [[{ node: 'MCP Server', type: 'ai_tool', index: 0 }]] } },
	);
	await n8n.publish(workflow);
	return await connectMcp(new URL(`${server.url}/mcp/${path}`), token);
}

test.each([
	'JSON.stringify($json)',
	'JSON.stringify($input.all())',
	"$fromAI('idPedido')",
	'JSON.stringify($parameter.idPedido)',
])('an MCP server: a model chooses no account by %s, and nothing is sent', async (read) => {
	const [idPedido] = [...hub.state.orders.keys()];
	const chosen = `={{ (${read}).includes('${idPedido}') ? '${hub.apiKey}' : 'keys of another' }}`;
	const { textOf } = await serverWith(chosen, `account-${read.replace(/\W/g, '')}`);
	const answer = await textOf('Get_Order', { idPedido: String(idPedido) });
	expect(answer).toContain('The account is left to the model');
	expect(hub.log).toEqual([]);
});

test('an MCP server: a credential that reads nothing of the model works', async () => {
	const [idPedido] = [...hub.state.orders.keys()];
	const { call } = await serverWith(`={{ ['${hub.apiKey}'][0] }}`, 'account-fixed');
	expect(await call('Get_Order', { idPedido: String(idPedido) })).toMatchObject({ idPedido });
});
