import { isWordForNothing } from '../../values/spreadsheet';
import { refine } from '../effects';
import { optional, required, type BoundedKind, type Field, type WriteFields } from '../fields';
import { ean13 } from '../kinds/codes';
import { objects } from '../kinds/lists';
import { decimal } from '../kinds/numbers';
import { shownText, skuText } from '../kinds/text';
import { mediaPrices, pricePair } from './prices';

/** A height, width or length. */
export const centimetres = decimal(0.01);
export const inCentimetres = `cm, ${centimetres.takes}`;
const weight = decimal(0.001);

/** SKU of a variation. A word for nothing (`NULL`) would give each product a variation of that name. */
const variationSku: BoundedKind = {
	...skuText(),
	check: refine(
		skuText().check,
		(value) => !isWordForNothing(value),
		'must be a SKU; leave it empty for a product without variations',
	),
};

/** Variation write item (reference: Products, Product write fields). */
export const variationFields = {
	skuVariacao: required(variationSku, 'Variation SKU', 'SKU of the variation'),
	tamanho: optional(shownText(250), 'Size', 'e.g. S, M, 39'),
	voltagem: optional(shownText(250), 'Voltage', 'e.g. 110v'),
	...pricePair,
	...mediaPrices,
	ean: optional(ean13(), 'EAN', 'Code of 13 digits'),
	altura: optional(centimetres, 'Height (cm)', inCentimetres),
	largura: optional(centimetres, 'Width (cm)', inCentimetres),
	comprimento: optional(centimetres, 'Length (cm)', inCentimetres),
	peso: optional(weight, 'Weight (kg)', `kg, ${weight.takes}`),
} satisfies WriteFields;

/** The variations of a product, each with `fields`. */
export const variationList = (fields: WriteFields): Field =>
	optional(
		objects(fields, 0, {
			of: 'variations',
			knownBy: 'skuVariacao',
			advice:
				'Variations: give each one its own SKU and prices, with Add Variation under Map Each Field Manually, or in Create in Batch and Sync a row for each.',
		}),
		'Variations',
		'List of variations by size or by voltage, never both',
		{ read: { names: ['skuVariacao'] } },
	);
