import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import type { Entry } from '../../api/entries';
import { catchHubError, HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readProduct } from '../../api/records';
import { comparable, recordOf } from '../../api/schemas/answers';
import { product } from '../../api/schemas/records';
import { checkEntries, inEntryOrder, sendSingly } from '../common/entries';
import { entryProperties } from '../common/entryProperties';
import { writeOnce } from '../common/writeOnce';
import { defineOperation, type OperationContext } from '../operation';
import { productBatch } from './createBatch';
import { failuresBySku, leadersFirst } from './leaders';

/** Individual product registration (reference: Products; method and path are assumed). */
export const create = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create product',
		description:
			'Register a product with its variations, in one request each; leaders go before their children',
	},
	properties: entryProperties(productBatch.columns, productBatch.example),
	endpoints: ['productCreate', 'productGet'],
	output: product,
	async perRun(context, itemIndexes) {
		const { entries, refused } = checkEntries(context, itemIndexes, {
			shape: productBatch.shape,
			identity: { skuProduto: 'skuProduto' },
		});
		const failures = failuresBySku(entries, refused);
		const created = await sendSingly(leadersFirst(entries), async (entry) => {
			const registered = register(context, entry, failures);
			const failure = await catchHubError(registered);
			if (failure !== undefined) failures.set(String(entry.body.skuProduto), failure);
			return await registered;
		});
		return inEntryOrder([...refused, ...created]);
	},
});

async function register(
	context: OperationContext<'productCreate' | 'productGet'>,
	entry: Entry,
	failures: Map<string, HubError>,
): Promise<IDataObject> {
	const { hub } = context;
	await assertLeader(hub, entry, failures);
	const { body } = entry;
	const answer = recordOf(product, 'skuProduto', String(body.skuProduto));
	return await writeOnce(
		context,
		async () => await hub.request('productCreate', { body }, answer),
		async () => {
			const found = await readProduct(hub, String(body.skuProduto));
			const others = known.filter((field) => comparable(found[field]) !== comparable(body[field]));
			if (others.length === 0) return { result: found };
			const instead = `the product has another ${others.join(', ')}`;
			return { instead, seen: pick(found, known) };
		},
	);
}

/** By these a product that is found is known to be the one that was sent. */
const known = ['skuProduto', 'skuProdutoLider', 'nome', 'ean', 'precoDe', 'precoPor'];

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
	if (isRefused && (await catchHubError(readProduct(hub, leader))) === undefined) {
		failures.delete(leader);
		return;
	}
	const advice = `${failure.message}. Send this product once its leader is registered.`;
	const { kind, description } = failure;
	const notSent = new HubError(
		'notSent',
		`Not sent, because its leader ${leader} is not registered`,
		{ description: kind === 'notSent' ? description : `${advice} ${description ?? ''}` },
	);
	// its other children need not ask again
	failures.set(leader, notSent);
	throw notSent;
}
