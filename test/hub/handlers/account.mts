import { Refusal, type Handlers } from '../context.mts';

/** Token exchange, token test and channels. */
export const accountHandlers = {
	auth: (context, { body }) => {
		const { apiKey, secretKey } = context.credentials;
		if (body.apiKey !== apiKey || body.secretKey !== secretKey) {
			throw new Refusal(401, 'apiKey ou secretKey inválida.');
		}
		return { status: 201, body: { token: context.issueToken() } };
	},

	ping: () => ({ status: 200, body: 'pong' }),

	channels: ({ state }) => {
		const canais = [...state.channels.values()];
		return { status: 200, body: { canais, info: { total: canais.length } } };
	},
} satisfies Partial<Handlers>;
