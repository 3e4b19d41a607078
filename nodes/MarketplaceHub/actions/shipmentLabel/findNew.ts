import partition from 'lodash/partition';
import pick from 'lodash/pick';
import sortBy from 'lodash/sortBy';
import type { IDataObject } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { textFields } from '../../api/schemas/reads/records';
import { readJson } from '../form/readEntries';
import { defineOperation, Output } from '../operation';
import { decideLabels, readLabel, readLabelRow } from './newLabels';

/** Tells labels that are to be printed from those that a table knows, without a request. */
export const findNewLabels = defineOperation({
	option: {
		name: 'Find New',
		value: 'findNew',
		action: 'Find new shipment labels',
		toolDescription:
			'Tell which of the shipment labels that the workflow holds already are not printed yet. For a workflow that prints, not for questions about an order. Reads only; no request.',
		description:
			'Tell which labels are not printed yet, by the rows that your table keeps of earlier ones',
	},
	properties: [
		{
			displayName: 'Label',
			name: 'label',
			type: 'json',
			default: '={{ $json }}',
			required: true,
			description:
				'A label as Shipment Label: Get Many gives it, with the `recipient` of its order. The file of the item comes along.',
		},
		{
			displayName: 'Known Labels',
			name: 'knownLabels',
			type: 'json',
			default: '[]',
			required: true,
			description:
				'The rows of your table that have the orders or digests of these labels: what this operation gave, once it was stored. A row without `labelId` holds for its whole order.',
		},
	],
	endpoints: [],
	output: {
		...textFields('idPedido', 'labelId', 'digest', 'recipient', 'fileName'),
		...textFields('step', 'run', 'renewed', 'tell', 'prints'),
		isAlone: 'boolean',
		'*': 'string',
	},
	perRun(context, itemIndexes) {
		const { node, parameters } = context;
		const inputItems = node.getInputData();
		const read = (name: string, itemIndex: number) =>
			readJson(name, parameters.value(name, itemIndex)) as IDataObject[];
		const given = itemIndexes.map((itemIndex) => ({
			itemIndex,
			json: read('label', itemIndex)[0] ?? {},
		}));
		// an order that has no label yet
		const available = given.filter(({ json }) => json.status !== 'notAvailable');
		const [labels, others] = partition(available, ({ json }) => isLabel(json));
		const decisions = decideLabels(
			labels.map(({ json }) => readLabel(json)),
			read('knownLabels', 0).map(readLabelRow),
			node.getExecutionId(),
		);
		const news = labels.flatMap(({ itemIndex, json }, place) => {
			const decision = decisions[place];
			if (decision === undefined) return [];
			const { binary } = inputItems[itemIndex] ?? {};
			return [new Output([itemIndex], { ...json, ...decision }, { binary })];
		});
		const refused = others.map(
			({ itemIndex }) => new Output([itemIndex], {}, { failure: noLabel() }),
		);
		return Promise.resolve(sortBy([...news, ...refused], ({ itemIndexes: [place] }) => place));
	},
});

const isLabel = (json: IDataObject): boolean =>
	Object.values(pick(readLabel(json), 'idPedido', 'labelId', 'digest')).every(
		(text) => text !== '',
	);

const noLabel = () =>
	new HubError('invalid', 'Label (`label`) lacks `idPedido`, `labelId` or `digest`', {
		description:
			'Give it a label as Shipment Label > Get Many gives it with Combine off, and its own order.',
	});
