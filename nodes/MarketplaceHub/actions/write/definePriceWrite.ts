import type { INodeProperties } from 'n8n-workflow';
import { Channels } from '../../api/channels';
import type { EndpointName } from '../../api/endpoints';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import { type PriceTarget, sendPrices } from '../../api/send/sendPrices';
import type { ColumnsName } from '../../shared/forms';
import { channelLocator } from '../form/locators';
import { entryProperties } from '../form/entryProperties';
import type { Operation } from '../operation';
import type { EntryKind } from './checkRows';
import { defineWrite } from './defineWrite';
import { progressOf } from './progress';

const entryChannel: INodeProperties = {
	...channelLocator,
	required: false,
	description:
		'The channel of the prices (idCanalIntegracao). An entry with a channel of its own keeps that.',
};

/** Fields that tell the prices of one request apart. */
export const priceIdentity = {
	skuProduto: 'skuProduto',
	idCanalIntegracao: 'idCanalIntegracao',
};

interface PriceWrite<Name extends EndpointName> extends EntryKind, PriceTarget<Name> {
	option: Operation['option'];
	output: Readonly<Record<string, RecordSchema>>;
	/** The method by which the editor loads the columns of an entry. */
	columns: ColumnsName;
	/** An entry as the form shows it in JSON. */
	example: object;
}

/**
 * An operation that sets prices of all items' rows, 100 in each request, one price at most once in
 * each, and gives each row its own result (reference: Customized prices).
 */
export const definePriceWrite = <Name extends EndpointName>(kind: PriceWrite<Name>) =>
	defineWrite<Name | 'channels'>({
		...kind,
		properties: [entryChannel, ...entryProperties(kind.columns, kind.example)],
		endpoints: [kind.endpoint, 'channels'],
		channelsOf: (hub) => new Channels(hub),
		defaults({ parameters }, itemIndex) {
			const idCanalIntegracao = parameters.text('idCanalIntegracao', itemIndex);
			return idCanalIntegracao === '' ? {} : { idCanalIntegracao };
		},
		send: async ({ hub, node }, rows) =>
			await sendPrices(hub, rows, { ...kind, gone: progressOf(node, rows.length).sent }),
	});
