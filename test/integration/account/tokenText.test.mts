import { expect, test } from 'vitest';
import { answer, op, requests, shown } from '../../support/items.mts';
import { setupEach } from '../../support/setup.mts';

const at = setupEach();

/** Reads orders with this token: what was sent as one, and what was said. */
async function readWith(token: string) {
	answer(at.hub, 'auth', { token }, 201, Infinity);
	answer(at.hub, 'orderList', { pedidos: [], info: { total: 0 } });
	const { nodeError } = await at.n8n.run(op('order getMany'));
	const sent = requests(at.hub, 'orderList').map(({ headers }) => headers.authorization);
	return { sent, message: shown(nodeError) };
}

test.each(['issued-token\n', ' issued-token ', '\r\nissued-token\r\n'])(
	'blanks around an issued token are left out: %j',
	async (token) => {
		expect(await readWith(token)).toEqual({
			sent: ['Bearer issued-token'],
			message: 'nothing was thrown',
		});
	},
);

test.each(['issued\ntoken', 'issued\u0000token', 'issued\u{1F511}token', ' \n'])(
	'%j is no token that can be sent: what answers is not the hub',
	async (token) => {
		const { sent, message } = await readWith(token);
		expect(message).toContain("is not the hub's API");
		expect(message).not.toContain('ERR_INVALID_CHAR');
		expect(sent).toEqual([]);
	},
);
