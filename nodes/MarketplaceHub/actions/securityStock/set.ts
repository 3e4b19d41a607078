import mapValues from 'lodash/mapValues';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import { rowsOf } from '../../api/schemas/reads/answers';
import { normalize } from '../../api/schemas/normalize';
import { securityStockSetEntry } from '../../api/schemas/reads/records';
import { entryShape } from '../../api/schemas/writes/skuEntries';
import { securityStockFields } from '../../api/schemas/writes/stock';
import { isBlank } from '../../api/values/blanks';
import { plainId } from '../../api/values/ids';
import { withoutFormula } from '../../api/values/spreadsheet';
import { channelLocator, skuLocator } from '../form/locators';
import { numbersHint } from '../../shared/forms';
import { toBody } from '../form/toBody';
import { defineOperation } from '../operation';

const properties: INodeProperties[] = [
	channelLocator,
	skuLocator,
	{
		displayName: 'Security Stock (Pieces)',
		name: 'estoqueSeguranca',
		type: 'string',
		default: '0',
		required: true,
		description: 'Stock that this channel does not get to sell (estoqueSeguranca)',
		hint: numbersHint(securityStockFields),
	},
];

/** The fields under the labels of this form, for messages. */
const shape = entryShape(
	mapValues(securityStockFields, (field, name) => ({
		...field,
		label: properties.find((property) => property.name === name)?.displayName ?? field.label,
	})),
);

/** PUT /v1/erp/products/security-stock (reference: Security stock): one entry back for each variation. */
export const setSecurityStock = defineOperation({
	option: {
		name: 'Set',
		value: 'set',
		action: 'Set security stock',
		toolDescription:
			'Set how many pieces of a SKU a channel must not sell. Not for the stock itself: that is Update stock in batch. Writes what it is given, at once; one request for each SKU and channel.',
		description:
			'Set how much stock of a product a channel does not get to sell; returns one entry for each variation',
	},
	properties,
	endpoints: ['securityStockSet'],
	output: securityStockSetEntry,
	async perItem(context, itemIndex) {
		const given = mapValues(shape.fields, (_field, name) =>
			withoutFormula(context.parameters.value(name, itemIndex)),
		);
		const body = toBody(context.hints, normalize(given, shape));
		return await writeSecurityStock(context.hub, body);
	},
});

/**
 * Returns one entry for each variation; one about another channel confirms nothing.
 * @throws HubError of unknown outcome where the hub confirms none
 */
export async function writeSecurityStock(
	hub: Hub<'securityStockSet'>,
	body: Record<string, unknown>,
): Promise<IDataObject[]> {
	const answer = rowsOf('ProdutoEstoqueSeguranca', securityStockSetEntry);
	const entries = await hub.request('securityStockSet', { body }, answer);
	const confirmed = entries.filter(
		({ idCanalIntegracao: channel }) =>
			isBlank(channel) || plainId(channel) === plainId(body.idCanalIntegracao),
	);
	if (confirmed.length > 0) return confirmed;
	throw new HubError('unconfirmed', 'The hub confirmed no entry of the security stock', {
		description:
			'Check it with Security Stock > Get Many. The hub must have the product, and the channel must be the right one.',
	});
}
