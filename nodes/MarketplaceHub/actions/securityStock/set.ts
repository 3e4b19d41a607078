import { rowsOf } from '../../api/schemas/answers';
import { checked } from '../../api/schemas/check';
import { securityStockEntry } from '../../api/schemas/stock';
import { securityStockSetEntry } from '../../api/schemas/records';
import { channelLocator, productLocator } from '../common/locators';
import { defineOperation } from '../operation';

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
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			required: true,
			description: 'Stock that this channel does not get to sell (estoqueSeguranca)',
		},
	],
	endpoints: ['securityStockSet'],
	output: securityStockSetEntry,
	async perItem({ hub, parameters }, itemIndex) {
		const body = checked(securityStockEntry, {
			idCanalIntegracao: parameters.value('idCanalIntegracao', itemIndex),
			sku: parameters.value('sku', itemIndex),
			estoqueSeguranca: parameters.value('estoqueSeguranca', itemIndex),
		});
		return await hub.request(
			'securityStockSet',
			{ body },
			rowsOf('ProdutoEstoqueSeguranca', securityStockSetEntry),
		);
	},
});
