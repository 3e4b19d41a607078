import { rowsOf } from '../../api/schemas/answers';
import { HubError } from '../../api/errors';
import { normalize } from '../../api/schemas/normalize';
import { securityStockEntry, securityStockWrite } from '../../api/schemas/stock';
import { securityStockSetEntry } from '../../api/schemas/records';
import { channelLocator, productLocator } from '../common/properties';
import { toBody } from '../common/entries';
import { numbersAsText } from '../common/entryProperties';
import { defineOperation } from '../operation';

/** PUT /v1/erp/products/security-stock (reference: Security stock): one entry back for each variation. */
export const setStock = defineOperation({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set security stock',
		description:
			'Set how much stock of a product a channel does not get to sell; returns one entry for each variation',
	},
	properties: [
		channelLocator,
		productLocator,
		{
			displayName: 'Security Stock',
			name: 'estoqueSeguranca',
			type: 'string',
			default: '0',
			required: true,
			description: 'Stock that this channel does not get to sell (estoqueSeguranca)',
			hint: numbersAsText,
		},
	],
	endpoints: ['securityStockSet'],
	output: securityStockSetEntry,
	async perItem(context, itemIndex) {
		const names = Object.keys(securityStockWrite.fields);
		const given = names.map((name) => [name, context.parameters.value(name, itemIndex)]);
		const normalized = normalize(Object.fromEntries(given), securityStockWrite);
		const body = toBody(context, normalized, securityStockEntry);
		const entries = await context.hub.request(
			'securityStockSet',
			{ body },
			rowsOf('ProdutoEstoqueSeguranca', securityStockSetEntry),
		);
		if (entries.length > 0) return entries;
		throw new HubError('outcomeUnknown', 'The hub confirmed no entry of the security stock', {
			description:
				'Read it with Security Stock > Get Many. Check that the product is registered and the channel is the right one.',
		});
	},
});
