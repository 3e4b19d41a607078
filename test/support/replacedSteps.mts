import type { INode, INodeParameters } from 'n8n-workflow';

const isStep = ({ name }: INode) => name.endsWith(' (replace)');

const fields = (...assigned: Array<[name: string, value: string]>): INodeParameters => ({
	assignments: {
		assignments: assigned.map(([name, value]) => ({ id: name, name, value, type: 'string' })),
	},
	includeOtherFields: true,
	options: { stripBinary: false },
});

const idPedido = "String($json.idPedido).padStart(18, '0')";

/** What a step that is replaced gives, where it gives something. */
const given: Record<string, INodeParameters> = {
	'Note of Your ERP': fields(['nfeChave', `={{ '35261112345678000195550010' + ${idPedido} }}`]),
	'Tracking Code': fields(['codigoRastreio', `={{ 'BR' + ${idPedido}.slice(-9) + 'BR' }}`]),
};

/** Adapts an example: a step that has to be replaced is, by a node that gives what it must and lets all else pass. */
export const replaced = (node: INode): INode => {
	if (!isStep(node) || !node.type.endsWith('.noOp')) return node;
	const parameters = given[node.name.replace(' (replace)', '')] ?? fields();
	return { ...node, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
};

/** The same for the steps of these names alone. */
export const replacedAlone =
	(...steps: string[]) =>
	(node: INode): INode =>
		steps.some((step) => node.name === `${step} (replace)`) ? replaced(node) : node;

/** Adapts *Cancelled orders*: its question in *Settings* is answered. */
export const takesOff =
	(answer: string) =>
	(node: INode): INode =>
		JSON.parse(
			JSON.stringify(node).replace(
				'"name":"hubTakesOffAtSale","value":""',
				`"name":"hubTakesOffAtSale","value":"${answer}"`,
			),
		) as INode;
