import { rowsOf } from '../../api/schemas/answers';
import { HubError } from '../../api/errors';
import { takeIn } from '../../api/schemas/intake';
import { securityStockEntry, securityStockWrite } from '../../api/schemas/stock';
import { securityStockSetEntry } from '../../api/schemas/records';
import { channelLocator, productLocator } from '../common/locators';
import { toBody, type Writing } from '../common/entries';
import { numbersAsText } from '../common/entryProperties';
import { defineOperation } from '../operation';

const writing: Writing = {
	shape: securityStockWrite,
	schema: securityStockEntry,
	read: ({ parameters }, itemIndex) => [
		{
			idCanalIntegracao: parameters.value('idCanalIntegracao', itemIndex),
			sku: parameters.value('sku', itemIndex),
			estoqueSeguranca: parameters.value('estoqueSeguranca', itemIndex),
		},
	],
};

/** PUT /v1/erp/products/security-stock (reference: Security stock): one entry back for each variation. */
export const setStock = defineOperation({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set security stock',
		description:
			'Set how much stock of a product is kept back from a channel; returns one entry for each variation',
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
		const [given = {}] = writing.read(context, itemIndex);
		const body = toBody(context, takeIn(given, securityStockWrite), writing);
		const entries = await context.hub.request(
			'securityStockSet',
			{ body },
			rowsOf('ProdutoEstoqueSeguranca', securityStockSetEntry),
		);
		if (entries.length > 0) return entries;
		throw new HubError('outcomeUnknown', 'The hub names no entry whose security stock it has set', {
			description:
				'Read it with Security Stock > Get Many. Check that the product is registered and the channel is the right one.',
		});
	},
});
