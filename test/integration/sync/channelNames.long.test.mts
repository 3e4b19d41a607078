import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import pick from 'lodash/pick.js';
import type { Fault } from '../../hub/index.mts';
import { customized, listing } from '../../support/batches.mts';
import { asJson, bodies, byId, go, mapped, op, respond, shown } from '../../support/items.mts';
import { addCustomizedPrice, addListing } from '../../support/products.mts';
import { setupEach } from '../../support/setup.mts';
import { addSimple, customizedSync, securitySync, writes } from '../../support/sync.mts';

/* Rows that name their channel. */

const at = setupEach({ seed: { products: 0, channels: 3 }, skus: 3 });
const [blue, green, inactive] = [
	'Mercado Azul - Loja Oficial',
	'Praça Verde - Principal',
	'Feira Sul - Outlet',
] as const;

const prices = (skuProduto: string) => ({ skuProduto, precoDe: 20, precoPor: 10 });
const unguarded = { guardMode: 'off' };
const operations = [
	['Customized Price: Set', customized, prices],
	['Customized Price: Sync', { ...customizedSync, ...unguarded }, prices],
	[
		'Listing Price: Set',
		listing,
		(sku: string) => ({ ...prices(sku), prefixoCanalIntegracao: 'CLA' }),
	],
	[
		'Security Stock: Sync',
		{ ...securitySync, ...unguarded },
		(sku: string) => ({ sku, estoqueSeguranca: 2 }),
	],
] as const;

const endpoints = ['customizedPriceSet', 'listingPriceSet', 'securityStockSet'];
/** The channels of the entries that the hub got, in their order. */
const channelsSent = () =>
	endpoints
		.flatMap((endpoint) => bodies<{ precos?: IDataObject[] } & IDataObject>(at.hub, endpoint))
		.flatMap((body) => body.precos ?? [body])
		.map(({ idCanalIntegracao }) => idCanalIntegracao);
const channelReads = () => at.hub.count({ endpoint: 'channels' });

const rename = (id: number, nome: string) =>
	at.hub.state.channels.set(id, { ...at.hub.state.channels.get(id)!, nome });

describe.each(operations)('%s', (title, operation, entry) => {
	const reads = title.endsWith('Sync') ? 1 : 0;
	const rows = (...channels: unknown[]) =>
		channels.map((idCanalIntegracao, index) => ({
			...entry(`S${index}`),
			idCanalIntegracao,
		})) as IDataObject[];
	const run = async (given: IDataObject[], parameters = {}) =>
		await at.n8n.run({ ...operation, ...parameters }, given, go);
	const listAll = () => {
		for (const sku of ['S0', 'S1', 'S2'])
			for (const idCanalIntegracao of [11, 12, 13]) addListing(at.hub, sku, { idCanalIntegracao });
	};

	test('where the channels cannot be read, nothing is sent, and each row says so', async () => {
		at.hub.faults.add({ endpoint: 'channels', kind: 'status', status: 500, times: Infinity });
		const { json } = await run(rows(blue, green));
		expect(json()).toMatchObject([{ outcome: 'notSent' }, { outcome: 'notSent' }]);
		expect(channelsSent()).toEqual([]);
	});

	test('a row may name its channel instead of its ID, whatever the case, accents and blanks, even an inactive one', async () => {
		listAll();
		const formula = `="${inactive.toLowerCase()}"`;
		const named = rows(blue, '  PRACA\u00a0VERDE  - PRINCIPAL\u00a0', formula);
		const { json } = await run(named);
		expect(channelsSent().sort()).toEqual([11, 12, 13]);
		expect(json()).toMatchObject([11, 12, 13].map((idCanalIntegracao) => ({ idCanalIntegracao })));
		expect(json().map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		expect(channelReads()).toBe(1);
	});

	test('names work in JSON and in a field of the form, too', async () => {
		listAll();
		await run([{}], asJson(rows(green)));
		const value = rows(`={{ $json.canal }}`)[0]!;
		const byHand = {
			inputMode: 'fields',
			columns: { mappingMode: 'defineBelow', value, schema: [] },
		};
		await run([{ canal: blue }], byHand);
		expect(channelsSent()).toEqual([12, 11]);
	});

	test('a list without names costs no read of the channels', async () => {
		listAll();
		await run(rows(11, '12', '013.0'));
		expect(channelsSent().sort()).toEqual([11, 12, 13]);
		expect(channelReads()).toBe(reads);
	});

	test('digits are read as an ID, even if they are the name of a channel', async () => {
		rename(11, '12');
		listAll();
		await run(rows('12', 'praça verde - principal'));
		expect(channelsSent()).toEqual([12, 12]);
	});

	test('an unknown name is refused at its row, and the message says where to find the IDs', async () => {
		listAll();
		const { json } = await run(rows('Mercado Azul', green, '#N/D'));
		const [unknown, known, broken] = json();
		expect(unknown).toMatchObject({
			error:
				'Channel (`idCanalIntegracao`) must be the ID of a channel (Channel > Get Many shows all with their IDs), got "Mercado Azul"',
			description: expect.stringMatching(
				/No channel has this name.*from the list in the form/,
			) as string,
		});
		expect(known).not.toHaveProperty('error');
		expect(broken!.error).toContain('Channel > Get Many');
		expect(channelsSent()).toEqual([12]);
		expect(channelReads()).toBe(1);
	});

	test('a name that two channels share is refused, and the message gives their IDs', async () => {
		rename(13, ` ${green.toUpperCase()}`);
		listAll();
		const { json } = await run(rows(green, blue));
		expect(json()[0]!.error).toBe(
			`Channel (\`idCanalIntegracao\`) must be an ID (Channel > Get Many shows all with their IDs), because 2 channels have this name (12, 13), got "${green}"`,
		);
		expect(channelsSent()).toEqual([11]);
	});

	test('rows with an ID are sent even if the hub does not list its channels', async () => {
		listAll();
		respond(at.hub, 'channels', 400, { body: { error: 'hoje não' } });
		const { json } = await run(rows(green, 11, blue));
		expect(json()[0]!.error).toContain('must be an ID, because the hub does not give the names');
		expect(json()[0]!.error).toContain('hoje não');
		expect(channelsSent()).toEqual([11]);
		expect(channelReads()).toBe(1);
	});

	test.each<[string, Partial<Fault>]>([
		['not at all', { kind: 'resetBefore' }],
		['as an empty body', { kind: 'empty' }],
		['without a list', { kind: 'status', status: 200, body: {} }],
	])(
		'they are sent, too, where it answers %s, and the others say what is wrong',
		async (_how, fault) => {
			listAll();
			at.hub.faults.add({ kind: 'status', ...fault, endpoint: 'channels', times: Infinity });
			const { json } = await run(rows(green, 11));
			expect(json()[0]).toMatchObject({
				...pick(entry('S0'), 'sku', 'skuProduto'),
				error: expect.stringContaining('the hub does not give the names') as string,
			});
			expect(channelsSent()).toEqual([11]);
		},
	);

	test('names are those of the moment: channels that swap them between two runs are told apart', async () => {
		listAll();
		await run(rows(blue));
		rename(11, green);
		rename(12, blue);
		await run(rows(blue).map((row) => ({ ...row, precoPor: 11, estoqueSeguranca: 3 })));
		expect(channelsSent()).toEqual([11, 12]);
	});

	test('a channel that the hub lists twice has its name once', async () => {
		const list = [11, 11, undefined].map((id) => ({ id, nome: blue }));
		respond(at.hub, 'channels', 200, { body: { canais: list }, times: Infinity });
		listAll();
		await run(rows(blue));
		expect(channelsSent()).toEqual([11]);
	});

	test('a refused credential stops the run, as with any other read', async () => {
		respond(at.hub, 'auth', 401, { times: Infinity });
		const { error } = await at.n8n.run(operation, rows(green, 11));
		expect(shown(error as Error)).toContain('did not accept the credential');
		expect(writes(at.hub)).toEqual([]);
	});
});

test('the form may name the channel, and an entry keeps its own', async () => {
	const form = { ...mapped, idCanalIntegracao: byId('={{ $json.loja }}') };
	await at.n8n.done(op('customizedPrice set', form), [
		{ ...prices('S0'), loja: green },
		{ ...prices('S1'), loja: green, idCanalIntegracao: blue },
	]);
	expect(channelsSent()).toEqual([12, 11]);
});

describe('a whole list of Customized Price: Sync', () => {
	const whole = { ...customizedSync, ...unguarded, wholeList: true, missingInList: 'delete' };
	const held = () => [...at.hub.state.customizedPrices.keys()].sort();
	const list = (...channels: string[]) =>
		channels.map((idCanalIntegracao, index) => ({ ...prices(`P${index}`), idCanalIntegracao }));

	test('with channel names deletes the prices that it does not name', async () => {
		for (const sku of addSimple(at.hub, 3)) addCustomizedPrice(at.hub, sku);
		await at.n8n.done(whole, list(blue, blue));
		expect(held()).toEqual(['11|P0', '11|P1']);
	});

	test('with an unknown channel deletes nothing', async () => {
		for (const sku of addSimple(at.hub, 3)) addCustomizedPrice(at.hub, sku);
		const { json } = await at.n8n.run(whole, list(blue, 'Loja Azul'), go);
		expect(held()).toEqual(['11|P0', '11|P1', '11|P2']);
		expect(json().map(({ status }) => status)).toEqual(['unchanged', 'notSent', 'held', 'held']);
	});

	test('takes the name and the ID of a channel for the same channel', async () => {
		const [sku] = addSimple(at.hub, 1);
		const twice = [blue, '11'].map((idCanalIntegracao, index) => ({
			...prices(sku!),
			precoPor: 10 + index,
			idCanalIntegracao,
		}));
		const { json } = await at.n8n.run(whole, twice, go);
		expect(json().map(({ error }) => error)).toEqual(
			Array.from({ length: 2 }, () => expect.stringContaining('different values') as string),
		);
	});
});
