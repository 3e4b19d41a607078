import { eachWithPauses } from '../async';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import { addTo } from '../values/lists';
import { Families } from './families';
import type { ProductEndpoint } from './productRecords';
import { type Comparable, recordsIn } from './comparable';
import { type ReadRequest } from './reading';

const variationSkus = ({ variacoes }: Comparable): string[] => [...recordsIn(variacoes).keys()];

/**
 * Products that name variations of another one, which the hub may take for a move: by SKU, why each is
 * refused. Only variations that their product does not have yet are looked up.
 * @param inHub the wanted products' values in the hub
 */
export async function refuseMoves(
	hub: Hub<ProductEndpoint>,
	{ wanted, few }: Pick<ReadRequest, 'wanted' | 'few'>,
	inHub: ReadonlyMap<string, Comparable>,
): Promise<Map<string, HubError>> {
	const fresh = new Map<string, string[]>();
	await eachWithPauses(wanted, ([product, { given }]) => {
		const own = new Set(variationSkus(inHub.get(product) ?? {}));
		for (const variation of variationSkus(given))
			if (!own.has(variation)) addTo(fresh, variation, product);
	});
	const families = new Families(hub, few);
	if (fresh.size > 0) await families.readOwners([...fresh.keys()]);
	const refused = new Map<string, HubError>();
	for (const [variation, products] of fresh) {
		const owner = families.productOf(variation);
		for (const product of products) {
			const other = owner ?? products.find((each) => each !== product);
			if (other !== undefined && other !== product)
				refused.set(product, belongsElsewhere(variation, other, owner !== undefined));
		}
	}
	return refused;
}

const belongsElsewhere = (variation: string, product: string, isInHub: boolean) =>
	new HubError(
		'invalid',
		isInHub
			? `\`variacoes\` names ${variation}, which belongs to the product ${product}`
			: `\`variacoes\` names ${variation}, which the list gives to the product ${product}, too`,
		{
			description:
				'A sync does not move a variation to another product. Correct the SKU of the variation, or name it only under its own product.',
		},
	);
