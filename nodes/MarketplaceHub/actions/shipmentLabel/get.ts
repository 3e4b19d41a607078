import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { readList } from '../../api/pagination';
import { rowsOf } from '../../api/schemas/answers';
import { shipmentLabel } from '../../api/schemas/records';
import { binaryField, fileNamePart, withFile } from '../common/binary';
import { paging, orderLocator } from '../common/properties';
import {
	defineOperation,
	FailedRecord,
	type NodeContext,
	type RecordWithFiles,
} from '../operation';
import { labelIn } from './file';

/** GET /v1/logistic/orders/{id}/shipment_labels (reference: Shipment labels). */
export const get = defineOperation({
	option: {
		name: 'Get Many',
		value: 'get',
		action: 'Get many shipment labels',
		description:
			'Get the labels of an order, one item with one file (pdf, zpl, png or jpg) for each',
	},
	properties: [orderLocator, ...paging, binaryField],
	endpoints: ['shipmentLabels'],
	emptyBecause:
		'The hub has no label for this order yet. Labels come once the order is paid: see its status with Order > Get',
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
});

async function toFile(
	context: NodeContext,
	itemIndex: number,
	idPedido: string,
	{ conteudo, ...label }: IDataObject,
	number: number,
): Promise<RecordWithFiles | FailedRecord> {
	const read = labelIn(conteudo, String(label.tipo ?? ''), `Label ${number} of order ${idPedido}`);
	if (read instanceof HubError) return new FailedRecord({ idPedido, ...label }, read);
	const { content, extension, mimeType, told } = read;
	const name = `${fileNamePart(`etiqueta-${idPedido}-${number}`)}.${extension}`;
	const json = { idPedido, ...label, fileName: name, mimeType };
	if (!told) context.hints.add('file', name);
	return await withFile(context, itemIndex, json, { content, name, mimeType });
}
