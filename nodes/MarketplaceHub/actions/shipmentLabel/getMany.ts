import { createHash } from 'crypto';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { shipmentLabelRecord } from '../../api/schemas/records';
import { withoutZeros } from '../../api/values/ids';
import { binaryField, fileNamePart, withFile } from '../common/binary';
import { paging } from '../common/listProperties';
import { orderLocator } from '../common/locators';
import { defineOperation, type NodeContext, Output } from '../operation';
import { labelFile } from './labelFile';

const choices: INodeProperties[] = [
	{
		displayName: 'Combine',
		name: 'combine',
		type: 'options',
		options: [
			{ name: 'Off', value: 'off', description: 'Each label is an item with a file of its own' },
			{
				name: 'ZPL',
				value: 'zpl',
				description:
					'One file with all ZPL labels, in the order of the input, each once; others are items of their own',
			},
		],
		default: 'off',
		description:
			'Whether and which labels of all input items are put together in one file, that of the first item. Its field labels lists the order of each.',
	},
	{
		displayName: 'Include Orders Without Label',
		name: 'includeNotAvailable',
		type: 'boolean',
		default: false,
		description:
			'Whether an order that has no label yet is an item with the status notAvailable, instead of no item',
	},
];

const labelOf = {
	idPedidoCanal: shipmentLabelRecord.idPedidoCanal,
	canal: shipmentLabelRecord.canal,
};

/** Which label it is, `<order>-<number>`, and the SHA-256 of its content: another digest is another label. */
const idOfLabel = { labelId: 'string', digest: 'string' } as const;

/** GET /v1/logistic/orders/{id}/shipment_labels (reference: Shipment labels). */
export const getLabels = defineOperation({
	option: {
		name: 'Get Many',
		value: 'get',
		action: 'Get many shipment labels',
		toolDescription:
			'Get the shipment labels of an order as files. An agent gets no files: use it in a workflow that prints or sends them. Not for the tracking code: that is Get order. Reads only; a request for each order.',
		description:
			'Get the labels of orders as files (pdf, zpl, png or jpg): one for each label, or one for all that are ZPL',
	},
	properties: [orderLocator, ...paging, ...choices, binaryField],
	endpoints: ['shipmentLabels'],
	list: 'shipmentLabels',
	emptyBecause: false,
	output: {
		status: 'string',
		idPedido: 'string',
		...idOfLabel,
		...labelOf,
		tipo: shipmentLabelRecord.tipo,
		fileName: 'string',
		mimeType: 'string',
		labels: [{ position: 'number', idPedido: 'string', ...idOfLabel, ...labelOf }],
	},
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		// an order that is written in two ways is one
		const idPedido = withoutZeros(parameters.text('idPedido', itemIndex).trim());
		const labels = await readList(
			hub,
			{
				endpoint: 'shipmentLabels',
				path: { id: idPedido },
				rows: rowsOf('etiquetas', shipmentLabelRecord),
			},
			parameters.limit(itemIndex),
		);
		if (labels.length === 0) {
			if (parameters.flag('includeNotAvailable', itemIndex))
				return { status: 'notAvailable', idPedido };
			context.hints.add('noLabel', idPedido);
		}
		return await Promise.all(
			labels.map(
				async (label, index) => await toOutput(context, itemIndex, idPedido, label, index + 1),
			),
		);
	},
	async combine(context, outputs) {
		const [labels, others] = partition(outputs, ({ content }) => content !== undefined);
		return labels.length === 0 ? outputs : [await inOneFile(context, labels), ...others];
	},
});

/** The label as a file; one that becomes a part of the one file keeps its content for that. */
async function toOutput(
	context: NodeContext,
	itemIndex: number,
	idPedido: string,
	{ conteudo, ...label }: IDataObject,
	number: number,
): Promise<Output> {
	const name = `Label ${number} of order ${idPedido}`;
	const file = labelFile(conteudo, String(label.tipo ?? ''), name);
	if (file instanceof HubError)
		return new Output([itemIndex], { idPedido, ...label }, { failure: file });
	const { content, extension, mimeType, isCertain } = file;
	const fileName = `${fileNamePart(`etiqueta-${idPedido}-${number}`)}.${extension}`;
	const labelId = `${idPedido}-${number}`;
	const digest = createHash('sha256').update(content).digest('hex');
	const json = { status: 'available', idPedido, labelId, digest, ...label, fileName, mimeType };
	if (!isCertain) context.hints.add('file', fileName);
	else if (extension === context.parameters.value('combine', itemIndex))
		return new Output([itemIndex], json, { content });
	return await withFile(context, itemIndex, json, { content, name: fileName, mimeType });
}

/** The file of all labels, with a list of them. */
async function inOneFile(context: NodeContext, labels: readonly Output[]): Promise<Output> {
	// an order that stands in two rows, one for each of its products, has its label printed once
	const printed = uniqBy(labels, ({ json }) => json.fileName);
	const name = 'etiquetas.zpl';
	const mimeType = String(printed[0]?.json.mimeType);
	const content = Buffer.concat(printed.flatMap(({ content: own }) => (own ? [own, lineEnd] : [])));
	const list = printed.map(({ json }, index) => ({
		position: index + 1,
		...pick(json, 'idPedido', ...Object.keys(idOfLabel), ...Object.keys(labelOf)),
	}));
	const json = { status: 'available', tipo: 'zpl', fileName: name, mimeType, labels: list };
	const itemIndexes = uniq(labels.flatMap((label) => label.itemIndexes));
	const file = { content, name, mimeType };
	const { binary } = await withFile(context, itemIndexes[0] ?? 0, json, file);
	return new Output(itemIndexes, json, { binary });
}

/** Between two labels: the hub's may end without one. */
const lineEnd = Buffer.from('\n');
