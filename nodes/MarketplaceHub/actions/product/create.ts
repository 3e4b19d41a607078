import type { IDataObject } from 'n8n-workflow';
import { sendInOrder } from '../../api/batches/send';
import type { Entry } from '../../api/entries';
import { catchHubError, HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { recordOf } from '../../api/schemas/answers';
import { productEntry, productWrite } from '../../api/schemas/product';
import { product } from '../../api/schemas/records';
import { checkEntries, inEntryOrder } from '../common/entries';
import { entryProperties } from '../common/entryProperties';
import { defineOperation } from '../operation';
import { failuresBySku, leadersFirst } from './leaders';
import { productExample } from './properties';

/** Individual product registration (reference: Products; method and path are assumed). */
export const create = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create product',
		description:
			'Register a product with its variations, in one request each; leaders go before their children',
	},
	properties: entryProperties('getProductFields', productExample),
	endpoints: ['productCreate', 'productGet'],
	output: product,
	async perRun(context, itemIndexes) {
		const { hub } = context;
		const { entries, refused } = checkEntries(context, itemIndexes, {
			shape: productWrite,
			schema: productEntry,
			identity: { skuProduto: 'skuProduto' },
		});
		const failures = failuresBySku(entries, refused, 'skuProduto');
		const created = await sendInOrder(leadersFirst(entries), async (entry) => {
			const registered = register(hub, entry, failures);
			const failure = await catchHubError(registered);
			if (failure !== undefined) failures.set(String(entry.body.skuProduto), failure);
			return await registered;
		});
		const results = created.map(({ input, value, failure }) => ({
			itemIndexes: [input.itemIndex],
			position: input.position,
			json: value ?? input.identity,
			failure,
		}));
		return inEntryOrder([...refused, ...results]);
	},
});

async function register(
	hub: Hub<'productCreate' | 'productGet'>,
	entry: Entry,
	failures: Map<string, HubError>,
): Promise<IDataObject> {
	await assertLeader(hub, entry, failures);
	const { body } = entry;
	const answer = recordOf(product, 'skuProduto', String(body.skuProduto));
	return await hub.request('productCreate', { body }, answer);
}

/** @param failures why products of this run were not registered, by SKU */
async function assertLeader(
	hub: Hub<'productGet'>,
	{ after: leader }: Entry,
	failures: Map<string, HubError>,
): Promise<void> {
	const failure = leader === undefined ? undefined : failures.get(leader);
	if (leader === undefined || failure === undefined) return;
	// a leader that is registered already is refused, too
	const isRefused = failure.outcome === undefined || failure.kind === 'invalid';
	if (isRefused && (await isRegistered(hub, leader))) {
		failures.delete(leader);
		return;
	}
	const isKnown = failure.kind === 'notSent';
	const advice = `Send this product once its leader is registered. ${failure.description ?? ''}`;
	const notSent = new HubError(
		'notSent',
		`Not sent, because its leader ${leader} is not registered`,
		{ description: isKnown ? failure.description : `${failure.message}. ${advice}` },
	);
	// its other children need not ask again
	failures.set(leader, notSent);
	throw notSent;
}

const isRegistered = async (hub: Hub<'productGet'>, sku: string): Promise<boolean> =>
	(await catchHubError(
		hub.request('productGet', { path: { sku } }, recordOf(product, 'skuProduto', sku)),
	)) === undefined;
