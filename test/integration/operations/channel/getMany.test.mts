import { expect, test } from 'vitest';
import { op } from '../../../support/items.mts';
import { setupEach } from '../../../support/setup.mts';

const at = setupEach({ seed: { channels: 5 } });
const getMany = op('channel getMany', { returnAll: true });

test('every channel comes with its ID, name, hash and whether it is active', async () => {
	expect((await at.n8n.run(getMany)).json()).toEqual([...at.hub.state.channels.values()]);
});

test('Limit gives the first channels', async () => {
	const { json } = await at.n8n.run({ ...getMany, returnAll: false, limit: 2 });
	expect(json().map(({ id }) => id)).toEqual([11, 12]);
});

test('inactive channels are listed as well', async () => {
	const { json } = await at.n8n.run(getMany);
	expect(new Set(json().map(({ ativo }) => ativo))).toEqual(new Set([true, false]));
});
