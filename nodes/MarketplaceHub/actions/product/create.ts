import { recordOf } from '../../api/schemas/answers';
import { productEntry, productWrite } from '../../api/schemas/product';
import { product } from '../../api/schemas/records';
import { sendInOrder } from '../../api/async/sendInOrder';
import { checkEntries, entryProperties, inEntryOrder } from '../common/entries';
import { defineOperation } from '../operation';
import { leadersFirst } from './leaders';
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
	endpoints: ['productCreate'],
	output: product,
	async perRun(context, itemIndexes) {
		const { entries, refused } = checkEntries(context, itemIndexes, {
			shape: productWrite,
			schema: productEntry,
			identity: { skuProduto: 'skuProduto' },
		});
		const created = await sendInOrder(
			leadersFirst(entries),
			async ({ body }) =>
				await context.hub.request('productCreate', { body }, recordOf(product, 'skuProduto')),
		);
		const results = created.map(({ input, value, failure }) => ({
			itemIndexes: [input.itemIndex],
			position: input.position,
			json: value ?? input.identity,
			failure,
		}));
		return inEntryOrder([...refused, ...results]);
	},
});
