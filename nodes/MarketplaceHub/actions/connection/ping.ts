import { z } from 'zod';
import { defineOperation } from '../operation';

/** The token test (reference: Token test; method and path are assumed). */
export const ping = defineOperation({
	option: {
		name: 'Ping',
		value: 'ping',
		action: 'Ping hub',
		toolDescription:
			'Check that the hub answers and takes the credential. Use it once where everything else fails, not to look something up. Reads only; one request.',
		description: 'Ask the hub whether App Token and access token are valid; it answers pong',
	},
	properties: [],
	endpoints: ['ping'],
	output: { answer: 'string', ok: 'boolean' },
	async perItem({ hub }) {
		const answer = await hub.request(
			'ping',
			{},
			z.unknown().transform((body) => String(body ?? '').trim()),
		);
		return { answer, ok: answer === 'pong' };
	},
});
