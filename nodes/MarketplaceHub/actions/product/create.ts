import memoize from 'lodash/memoize';
import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';
import { catchHubError, HubError, isNotFound } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { readProduct } from '../../api/reads';
import type { Row } from '../../api/rows/row';
import { afterLeader } from '../../api/send/rowOrder';
import { recordOf } from '../../api/schemas/reads/answers';
import { productRecord } from '../../api/schemas/reads/records';
import { plainId } from '../../api/values/ids';
import { withoutStop } from '../../api/values/text';
import { entryProperties } from '../form/entryProperties';
import { defineWrite } from '../write/defineWrite';
import { sendSingly } from '../write/sendSingly';
import { writeOnce } from '../write/writeOnce';
import { productBatch } from './createBatch';
import { leadersIn } from './leaders';

/** Individual product registration (reference: Products; method and path are assumed). */
export const createProduct = defineWrite({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create product',
		toolDescription:
			'Register one new product. Needs all required fields. Not to change one: that is Update product. Writes; one request, 60 a minute.',
		description:
			'Register a product with its variations, in one request each; leaders go before their children',
	},
	properties: entryProperties(productBatch.columns, productBatch.example),
	endpoints: ['productCreate', 'productGet'],
	output: productRecord,
	shape: productBatch.shape,
	identity: { skuProduto: 'skuProduto' },
	async send(context, rows, all) {
		const leaderOf = leadersIn(all);
		const lookUp = memoize(
			async (sku: string) => await catchHubError(readProduct(context.hub, sku)),
		);
		await sendSingly(
			context.node,
			rows,
			async (row) => {
				const leader = leaderOf(row);
				if (leader !== undefined) await assertLeader(leader, lookUp);
				return await register(context.hub, row);
			},
			(row) => afterLeader(leaderOf(row), { joins: false }),
		);
	},
});

async function register(
	hub: Hub<'productCreate' | 'productGet'>,
	{ body }: Row,
): Promise<IDataObject> {
	const answer = recordOf(productRecord, 'skuProduto', String(body.skuProduto));
	return await writeOnce(
		hub,
		async () => await hub.request('productCreate', { body }, answer),
		async () => {
			const found = await readProduct(hub, String(body.skuProduto));
			const others = known.filter((field) => plainId(found[field]) !== plainId(body[field]));
			if (others.length === 0) return { result: found };
			const instead = `the product has another ${others.join(', ')}`;
			return { instead, seen: pick(found, known) };
		},
	);
}

/** The fields by which a product that is found is known to be the product that was sent. */
const known = ['skuProduto', 'skuProdutoLider', 'nome', 'ean', 'precoDe', 'precoPor'];

/**
 * @param lookUp reads a product; gives why that failed
 * @throws HubError where the leader of a product is not in the hub, or nobody knows
 */
async function assertLeader(
	{ identity, failure }: Row,
	lookUp: (sku: string) => Promise<HubError | undefined>,
): Promise<void> {
	if (failure === undefined) return;
	const sku = String(identity.skuProduto);
	// a leader that is registered already is refused, too, and one of unknown outcome may be registered
	const mayBeInHub = failure.outcome !== 'notSent' || failure.kind === 'invalid';
	const unseen = mayBeInHub ? await lookUp(sku) : failure;
	if (unseen === undefined) return;
	if (mayBeInHub && !isNotFound(unseen))
		throw new HubError('obstacle', `Not sent, because its leader ${sku} could not be looked up`, {
			description: `${withoutStop(unseen.message)}. Send this product again once the hub has its leader.`,
		});
	const advice = `${withoutStop(failure.message)}. Send this product once its leader is registered.`;
	const { kind, description } = failure;
	throw new HubError('obstacle', `Not sent, because its leader ${sku} is not registered`, {
		description: kind === 'obstacle' ? description : `${advice} ${description ?? ''}`,
	});
}
