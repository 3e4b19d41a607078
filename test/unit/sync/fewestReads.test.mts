import { expect, test } from 'vitest';
import {
	readsForRelatives,
	type SkusByKind,
} from '../../../nodes/MarketplaceHub/api/reading/relatives.ts';
import { pagesOf } from '../../../nodes/MarketplaceHub/api/pagination.ts';

const skus = (products: string, variations: string): SkusByKind => ({
	products: products.split(' ').filter((sku) => sku !== ''),
	variations: variations.split(' ').filter((sku) => sku !== ''),
});
test.each<[what: string, asked: SkusByKind, all: SkusByKind, read: SkusByKind]>([
	['products alone have no relatives', skus('P Q', ''), skus('P Q', ''), skus('', '')],
	['variations alone have none either', skus('', 'a b'), skus('', 'a b'), skus('', '')],
	['a product shows variations', skus('P', ''), skus('P', 'a b'), skus('P', '')],
	['a variation names its product', skus('P Q R', ''), skus('P Q R', 'a b'), skus('', 'a b')],
	['one of each kind', skus('P', 'a'), skus('P Q R', 'a b c'), skus('P', 'a')],
	['one product in place of its variations', skus('', 'a b c'), skus('P', 'a b c'), skus('P', '')],
	[
		'all products, of which there are as few',
		skus('P Q', 'a'),
		skus('P Q', 'a b'),
		skus('P Q', ''),
	],
])('relatives: %s', (_what, asked, all, read) => {
	expect(readsForRelatives(asked, all)).toEqual(read);
});

test.each([
	[0, 1],
	[100, 1],
	[101, 2],
])('%i records take %i pages', (records, pages) => {
	expect(pagesOf(records)).toBe(pages);
});
