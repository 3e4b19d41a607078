import { eachWithPauses } from '../async';
import { HubError } from '../errors';
import type { Hub } from '../hub';
import { addTo } from '../values/lists';
import { Catalogue, type ProductEndpoint } from './catalogue';
import { type Comparable, recordsIn } from './comparable';
import { Families } from './families';
import type { Findings, ReadRequest } from './reading';

const variationSkus = ({ variacoes }: Comparable): string[] => [...recordsIn(variacoes).keys()];

/**
 * Refuses products that name variations of another one, which the hub may take for a move. Only variations
 * that their product does not have yet are looked up.
 */
export async function refuseMoves(
	hub: Hub<ProductEndpoint>,
	{ wanted, mostSingleReads }: Pick<ReadRequest, 'wanted' | 'mostSingleReads'>,
	findings: Findings,
): Promise<void> {
	const added = new Map<string, string[]>();
	await eachWithPauses(wanted, ([product, { given }]) => {
		const own = new Set(variationSkus(findings.before(product) ?? {}));
		for (const variation of variationSkus(given))
			if (!own.has(variation)) addTo(added, variation, product);
	});
	if (added.size === 0) return;
	const catalogue = new Catalogue(hub);
	await new Families(catalogue, mostSingleReads).findOwners([...added.keys()]);
	for (const [variation, products] of added) {
		const owner = catalogue.productOf(variation);
		for (const product of products) {
			const other = owner ?? products.find((each) => each !== product);
			if (other === undefined || other === product) continue;
			const unsendable = belongsElsewhere(variation, other, owner !== undefined);
			findings.note(product, { unsendable });
		}
	}
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
