import fastify from 'fastify';

/** What a model says to the conversation so far: a text, or the tools that it calls. */
export type ModelReply = string | Array<{ tool: string; input: object }>;

export interface ChatMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
}

export interface ModelTool {
	name: string;
	description: string;
	parameters: unknown;
}

/** A stand-in for a language model with a chat completions API, on a port of its own. */
export interface ChatModel {
	/** The base address that a credential gives. */
	url: string;
	/** The tools that it was offered last. */
	tools: () => ModelTool[];
	/** The conversation that it was sent last. */
	messages: () => ChatMessage[];
	stop: () => Promise<void>;
}

interface Body {
	model: string;
	messages: ChatMessage[];
	tools?: Array<{ function: ModelTool }>;
}

/** Starts it; it answers with `replies` one after the other, then that it has none left. */
export async function startChatModel(replies: ModelReply[]): Promise<ChatModel> {
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
	return {
		url: `${url}/v1`,
		tools: () => (last.tools ?? []).map((tool) => tool.function),
		messages: () => last.messages,
		stop: async () => await app.close(),
	};
}
