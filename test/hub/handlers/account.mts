import { Refusal, type Handler } from '../context.mts';

/** Token exchange, token test and channels. */
export const accountHandlers: Record<string, Handler> = {
	auth: (context, { body }) => {
		const { apiKey, secretKey } = body as { apiKey: string; secretKey: string };
		if (apiKey !== context.credentials.apiKey || secretKey !== context.credentials.secretKey) {
			throw new Refusal(401, 'apiKey ou secretKey inválida.');
		}
		return { status: 201, body: { token: context.issueToken() } };
	},

	ping: () => ({ status: 200, body: 'pong' }),

	channels: ({ state }) => {
		const canais = [...state.channels.values()];
		return { status: 200, body: { canais, info: { total: canais.length } } };
	},
};
