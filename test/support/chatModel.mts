import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import type { Credential, N8nRest, Workflow } from '../server/rest.mts';

/** What a model says to the conversation so far: a text, or the tools that it calls. */
export type ModelReply = string | Array<{ tool: string; input: object }>;

export interface ChatMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
}

interface ModelTool {
	name: string;
	description: string;
	parameters: unknown;
}

/** A stand-in for a language model with a chat completions API, on a port of its own. */
export interface ChatModel {
	/** n8n's credential for it. */
	credential: Credential;
	/** The tools that it was offered last. */
	tools: () => ModelTool[];
	/** The conversation that it was sent last. */
	messages: () => ChatMessage[];
}

interface Body {
	model: string;
	messages: ChatMessage[];
	tools?: Array<{ function: ModelTool }>;
}

/** The reply that lets the example's agent set an order as sent, once a person agrees. */
export const setsAsSent = (idPedido: number, codigoRastreio: string): ModelReply => {
	const toolParameters = { idPedido: String(idPedido), codigoRastreio };
	return [{ tool: 'Set_as_Sent', input: { toolParameters, hitlParameters: {} } }];
};

/**
 * Starts it for a test; it answers with `replies` one after the other, then that it has none left.
 */
export async function startChatModel(n8n: N8nRest, replies: ModelReply[]): Promise<ChatModel> {
	const rest = [...replies];
	let last: Body = { model: '', messages: [] };
	const app = fastify();
	app.post<{ Body: Body }>('/v1/chat/completions', ({ body }) => {
		last = body;
		const reply = rest.shift() ?? 'No reply left.';
		const calls = typeof reply === 'string' ? [] : reply;
		const message = {
			role: 'assistant',
			content: typeof reply === 'string' ? reply : null,
			...(calls.length > 0 && {
				tool_calls: calls.map(({ tool, input }, index) => ({
					id: `call_${rest.length}_${index}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			}),
		};
		return {
			id: `completion-${rest.length}`,
			object: 'chat.completion',
			created: 0,
			model: body.model,
			choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	onTestFinished(async () => await app.close());
	const data = { apiKey: 'a-key', url: `${url}/v1` };
	return {
		credential: await n8n.createCredential({ name: 'Model', type: 'openAiApi', data }),
		tools: () => (last.tools ?? []).map((tool) => tool.function),
		messages: () => last.messages,
	};
}

/**
 * Writes a line in the editor's chat of an example with an agent.
 * @returns the ID of the execution
 */
export async function startChat(
	n8n: N8nRest,
	workflow: Workflow,
	chatInput: string,
): Promise<string> {
	const json = { sessionId: 'chat', action: 'sendMessage', chatInput };
	const { executionId } = await n8n.request<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{
			workflowData: workflow,
			chatSessionId: json.sessionId,
			triggerToStartFrom: {
				name: 'When Chat Message Received',
				data: {
					startTime: 0,
					executionTime: 0,
					executionIndex: 0,
					executionStatus: 'success',
					source: [],
					data: { main: [[{ json }]] },
				},
			},
		},
	);
	return executionId;
}
