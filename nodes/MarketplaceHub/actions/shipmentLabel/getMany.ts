import { createHash } from 'crypto';
import groupBy from 'lodash/groupBy';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import uniq from 'lodash/uniq';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/reads/answers';
import { shipmentLabelRecord } from '../../api/schemas/reads/records';
import { withoutZeros } from '../../api/values/ids';
import { binaryField, fileNamePart, withFile } from '../outputFile';
import { paging } from '../form/listProperties';
import { orderLocator } from '../form/locators';
import { defineOperation, type NodeContext, Output } from '../operation';
import { combineZpl } from './combineZpl';
import { labelFile } from './labelFile';
import { amount } from '../../api/values/amounts';
import type { ListHint } from '../hints';

const combine: INodeProperties = {
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
		'Whether and which labels of all input items are put together in one file, that of the first item. Its field labels lists the order of each. Labels that set the printer in another way come in a further file.',
};

const choices: INodeProperties[] = [
	combine,
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

/** The label's key, `<order>-<number>`, and the SHA-256 of its content: another digest is another label. */
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
			context.hints.list(noLabel, idPedido);
		}
		return await Promise.all(
			labels.map(
				async (label, index) => await toOutput(context, itemIndex, idPedido, label, index + 1),
			),
		);
	},
	async combine(context, outputs) {
		const [labels, others] = partition(outputs, ({ content }) => content !== undefined);
		return labels.length === 0 ? outputs : [...(await inFiles(context, labels)), ...others];
	},
});

/** The label as a file; a label that becomes a part of the combined file keeps its content for that. */
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
	// first and, whatever else the hub gives, as they are here
	const own = { status: 'available', idPedido, labelId, digest };
	const json = { ...own, ...label, ...own, fileName, mimeType };
	if (!isCertain) context.hints.list(uncertainType, fileName);
	else if (extension === context.parameters.choice(combine, itemIndex))
		return new Output([itemIndex], json, { content });
	return await withFile(context, itemIndex, json, { content, name: fileName, mimeType });
}

/** The file of all labels, with a list of them; one for each group that sets the printer in its own way. */
async function inFiles(context: NodeContext, labels: readonly Output[]): Promise<Output[]> {
	// an order that stands in two rows, one for each of its products, has its label printed once
	const printed = uniqBy(labels, ({ json }) => json.fileName);
	const files = await combineZpl(printed.map(({ content }) => content ?? Buffer.alloc(0)));
	const ofName = groupBy(labels, ({ json }) => json.fileName);
	const outputs: Output[] = [];
	for (const [number, { content, parts }] of files.entries()) {
		const members = parts.flatMap(({ index }) => printed[index] ?? []);
		const name = number === 0 ? 'etiquetas.zpl' : `etiquetas-${number + 1}.zpl`;
		const mimeType = String(members[0]?.json.mimeType);
		const each = parts.flatMap(({ index, labels: count }) => Array<number>(count).fill(index));
		const list = each.map((index, place) => ({
			position: place + 1,
			...pick(printed[index]?.json, 'idPedido', ...Object.keys(idOfLabel), ...Object.keys(labelOf)),
		}));
		const json = { status: 'available', tipo: 'zpl', fileName: name, mimeType, labels: list };
		const ofFile = members.flatMap((member) => ofName[String(member.json.fileName)] ?? []);
		const itemIndexes = sortBy(uniq(ofFile.flatMap((label) => label.itemIndexes)));
		const file = { content, name, mimeType };
		const { binary } = await withFile(context, itemIndexes[0] ?? 0, json, file);
		outputs.push(new Output(itemIndexes, json, { binary }));
		if (files.length > 1)
			context.hints.list(labelGroup, `${name} with ${amount(list.length, 'label')}`);
	}
	return outputs;
}

const noLabel: ListHint = {
	type: 'info',
	words: 'The hub has no label yet for these orders',
	advice: 'Labels come once an order is paid: see its status with Order > Get.',
};

const uncertainType: ListHint = {
	type: 'info',
	words:
		'The content of these files does not show their type, so they have the type that the hub names',
};

const labelGroup: ListHint = {
	type: 'warning',
	words:
		'The labels set size, place or kind of the media in different ways, so each file has those that do it alike',
	advice:
		'A printer keeps what a file has set: print the labels that set least first, or switch it off and on between two files.',
};
