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
	'blanks around an issued token are removed: %j',
	async (token) => {
		expect(await readWith(token)).toEqual({
			sent: ['Bearer issued-token'],
			message: 'nothing was thrown',
		});
	},
);

test.each(['issued\ntoken', 'issued\u0000token', 'issued\u{1F511}token'])(
	'%j is refused as a token that no header can carry, and is not sent',
	async (token) => {
		const { sent, message } = await readWith(token);
		expect(message).toContain('a character that no request header can carry');
		expect(message).not.toMatch(/ERR_INVALID_CHAR|issued/);
		expect(sent).toEqual([]);
	},
);

test('a token that is longer than a header may be is neither kept nor sent', async () => {
	const { sent, message } = await readWith('t'.repeat(8_001));
	expect(message).toContain('or of more than 8000 characters');
	expect(sent).toEqual([]);
	expect(at.n8n.stored().accessToken).toBe('');
});

test('a token that just fits in a header is sent', async () => {
	const token = 't'.repeat(8_000);
	expect((await readWith(token)).sent).toEqual([`Bearer ${token}`]);
});

test('a blank token means that the answer is not from the hub', async () => {
	const { sent, message } = await readWith(' \n');
	expect(message).toContain("is not the hub's API");
	expect(sent).toEqual([]);
});
