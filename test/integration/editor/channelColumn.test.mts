import type { INodeParameters, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { hubCredentials, packageName, startN8n } from '../../engine/nodes.mts';
import { byHand } from '../../support/columns.mts';
import { bodies, byId, op, respond } from '../../support/items.mts';
import { addListing } from '../../support/products.mts';
import { setup, setupEach, type Setup } from '../../support/setup.mts';

const at = setupEach({ seed: { channels: 3, products: 0 }, skus: 1 });

/** The column of the channel, as the editor asks for it while the form has these parameters. */
async function channelColumn(
	method: string,
	parameters: INodeParameters = {},
	{ n8n }: Setup = at,
): Promise<ResourceMapperField> {
	const type = `${packageName}.marketplaceHub`;
	const node = { type, credentials: hubCredentials, parameters };
	const { fields } = (await n8n.method('resourceMapping', method, node)) as ResourceMapperFields;
	return fields.find(({ id }) => id === 'idCanalIntegracao')!;
}
const values = ({ options = [] }: ResourceMapperField) => options.map(({ value }) => value);

const prices = { skuProduto: 'S0', precoDe: '20', precoPor: '10' };
const operations = [
	['customizedPrice set', 'getCustomizedPriceFields', 'customizedPriceSet', prices],
	['customizedPrice sync', 'getCustomizedPriceSyncFields', 'customizedPriceSet', prices],
	[
		'listingPrice set',
		'getListingPriceFields',
		'listingPriceSet',
		{ ...prices, prefixoCanalIntegracao: 'CLA' },
	],
	[
		'securityStock sync',
		'getSecurityStockSyncFields',
		'securityStockSet',
		{ sku: 'S0', estoqueSeguranca: '2' },
	],
] as const;
/** The channel of the one entry that the hub got. */
function channelSent(endpoint: string): unknown {
	const [body] = bodies<{ precos?: object[] }>(at.hub, endpoint);
	const entry = body?.precos?.[0] ?? body;
	return (entry as { idCanalIntegracao?: unknown } | undefined)?.idCanalIntegracao;
}

describe.each(operations)('%s', (name, method, endpoint, entry) => {
	const run = async (column: ResourceMapperField, channel: unknown) =>
		await at.n8n.run(
			op(name, { ...byHand([column], { ...entry, idCanalIntegracao: channel }), guardMode: 'off' }),
			[{ name: 'PRACA VERDE - principal ', id: 12, text: '12' }],
		);

	test('lists the channels by name, the ID beside each, and keeps the ID as text', async () => {
		const column = await channelColumn(method);
		expect(column).toMatchObject({ displayName: 'Channel', type: 'options' });
		expect(column.options!.filter(({ value }) => value !== '')).toEqual([
			{ name: 'Mercado Azul - Loja Oficial', value: '11', description: 'ID 11' },
			{ name: 'Praça Verde - Principal', value: '12', description: 'ID 12' },
			{ name: 'Feira Sul - Outlet (inactive)', value: '13', description: 'ID 13' },
		]);
		expect(at.hub.count({ endpoint: 'channels' })).toBeLessThanOrEqual(1);
	});

	test.each([
		['a channel that was picked', '12'],
		['an expression that gives a name', '={{ $json.name }}'],
		['an expression that gives a number', '={{ $json.id }}'],
		['an expression that gives digits', '={{ $json.text }}'],
	])('takes %s', async (_what, channel) => {
		addListing(at.hub, 'S0', { idCanalIntegracao: 12 });
		const { error } = await run(await channelColumn(method), channel);
		expect(error).toBeUndefined();
		expect(channelSent(endpoint)).toBe(12);
	});

	test('IDs typed earlier run as before, whether the node was opened or not', async () => {
		addListing(at.hub, 'S0', { idCanalIntegracao: 12 });
		for (const stored of ['12', '012', '12.0', 12, 'Praça Verde - Principal']) {
			const type = typeof stored as 'string' | 'number';
			const { options: _options, ...opened } = await channelColumn(method);
			const before: ResourceMapperField = { ...opened, type };
			const parameters = op(name, byHand([before], { ...entry, idCanalIntegracao: stored }));
			const after = await channelColumn(method, parameters);
			expect(values(after)).toContain(stored);
			for (const column of [before, after]) {
				at.hub.clearLog();
				at.hub.state.customizedPrices.clear();
				at.hub.state.securityStock.clear();
				const { error } = await run(column, stored);
				expect(error).toBeUndefined();
				expect(channelSent(endpoint)).toBe(12);
			}
		}
	});

	test('does not list the value of an expression', async () => {
		const column = await channelColumn(method);
		// the editor sends the form with the values of its expressions
		const given = { idCanalIntegracao: 'Mercado Azul - Loja Oficial' };
		const parameters = op(name, byHand([column], given));
		expect(await channelColumn(method, parameters)).toEqual(column);
	});

	test('keeps a chosen channel that the hub no longer lists', async () => {
		const column = await channelColumn(method);
		at.hub.state.channels.delete(13);
		const other = { hub: at.hub, n8n: await startN8n(at.hub) };
		const parameters = op(name, byHand([column], { idCanalIntegracao: '13' }));
		expect(values(await channelColumn(method, parameters, other))).toContain('13');
	});
});

test('the column may stay empty if the form gives a channel for all rows', async () => {
	for (const [name, method] of operations) {
		const offered = values(await channelColumn(method)).includes('');
		expect([name, offered]).toEqual([name, name.endsWith(' set')]);
	}
	const column = await channelColumn('getCustomizedPriceFields');
	for (const idCanalIntegracao of ['', null]) {
		at.hub.clearLog();
		const columns = byHand([column], { ...prices, idCanalIntegracao });
		const above = { idCanalIntegracao: byId(12) };
		const { error } = await at.n8n.run(op('customizedPrice set', { ...columns, ...above }));
		expect(error).toBeUndefined();
		expect(channelSent('customizedPriceSet')).toBe(12);
	}
});

describe('the column is a text field if the channels cannot be read', () => {
	const text = { type: 'string', displayName: 'Channel' };

	test('without a credential', async () => {
		const type = `${packageName}.marketplaceHub`;
		const { fields } = (await at.n8n.method('resourceMapping', 'getListingPriceFields', {
			type,
		})) as ResourceMapperFields;
		expect(fields[0]).toMatchObject(text);
	});

	test('with a credential that is refused', async () => {
		const n8n = await startN8n(at.hub, { secretKey: 'wrong-secret-key' });
		expect(await channelColumn(operations[0][1], {}, { hub: at.hub, n8n })).toMatchObject(text);
	});

	test('with a hub that does not give them, or has none', async () => {
		respond(at.hub, 'channels', 400);
		expect(await channelColumn(operations[0][1])).toMatchObject(text);
		at.hub.state.channels.clear();
		expect(await channelColumn(operations[0][1])).toMatchObject(text);
	});

	test('with a hub that is down', async () => {
		const down = await setup();
		await down.hub.stop();
		expect(await channelColumn(operations[0][1], {}, down)).toMatchObject(text);
	});
});
