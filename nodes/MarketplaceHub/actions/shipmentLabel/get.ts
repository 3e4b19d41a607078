import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { readList } from '../../api/pages';
import { rowsOf } from '../../api/schemas/answers';
import { shipmentLabel } from '../../api/schemas/records';
import { binaryField, fileNamePart } from '../common/binary';
import { paging } from '../common/properties';
import type { ItemOperation, OperationContext, OutputItem } from '../operation';
import { orderLocator } from '../order/properties';
import { labelIn } from './content';

/** GET /v1/logistic/orders/{id}/shipment_labels (reference: Shipment labels). */
export const get: ItemOperation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get shipment labels of order',
		description:
			'Get the labels of an order, one item with one file (pdf, zpl, png or jpg) for each',
	},
	properties: [orderLocator, ...paging, binaryField],
	endpoints: ['shipmentLabels'],
	output: {
		idPedido: 'string',
		idPedidoCanal: shipmentLabel.idPedidoCanal,
		canal: shipmentLabel.canal,
		tipo: shipmentLabel.tipo,
		fileName: 'string',
		mimeType: 'string',
	},
	async perItem(context, itemIndex) {
		const { hub, parameters } = context;
		const idPedido = parameters.text('idPedido', itemIndex);
		const labels = await readList(
			hub,
			{
				endpoint: 'shipmentLabels',
				path: { id: idPedido },
				rows: rowsOf('etiquetas', shipmentLabel),
			},
			parameters.limit(itemIndex),
		);
		return await Promise.all(
			labels.map(
				async (label, index) => await toFile(context, itemIndex, idPedido, label, index + 1),
			),
		);
	},
};

async function toFile(
	{ node, parameters }: OperationContext,
	itemIndex: number,
	idPedido: string,
	{ conteudo, ...label }: IDataObject,
	number: number,
): Promise<OutputItem> {
	const name = `Label ${number} of order ${idPedido}`;
	const read = labelIn(conteudo, String(label.tipo ?? ''), name);
	if (read instanceof HubError) return { json: { idPedido, ...label }, failure: read };
	const { content, extension, mimeType } = read;
	const fileName = `${fileNamePart(`etiqueta-${idPedido}-${number}`)}.${extension}`;
	const file = await node.helpers.prepareBinaryData(content, fileName, mimeType);
	return {
		json: { idPedido, ...label, fileName, mimeType },
		binary: { [parameters.text('binaryPropertyName', itemIndex)]: file },
	};
}
