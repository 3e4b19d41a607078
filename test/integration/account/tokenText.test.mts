import { expect, test } from 'vitest';
import { startN8n } from '../../engine/nodes.mts';
import { shown, op } from '../../support/items.mts';
import { listen } from '../../support/otherServer.mts';
import { setup } from '../../support/setup.mts';

/** A server that issues this token and takes what it is then sent. */
async function readWith(token: string) {
	const { hub } = await setup();
	const sent: Array<string | undefined> = [];
	const baseUrl = await listen((request, response) => {
		const isToken = request.url?.endsWith('/auth') === true;
		if (!isToken) sent.push(request.headers.authorization);
		response.writeHead(isToken ? 201 : 200, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(isToken ? { token } : { pedidos: [], info: { total: 0 } }));
	});
	const n8n = await startN8n(hub, { baseUrl });
	const result = await n8n.run(op('order getMany'));
	return { sent, message: shown(result.nodeError) };
}

test.each(['issued-token\n', ' issued-token ', '\r\nissued-token\r\n'])(
	'blanks around an issued token are left out: %j',
	async (token) => {
		const { sent, message } = await readWith(token);
		expect(message).toBe('nothing was thrown');
		expect(sent).toEqual(['Bearer issued-token']);
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
