import type { IDataObject, IDisplayOptions, INode, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { isRecord } from '../../api/values/objects';
import { shownFor } from '../../shared/properties';
import { isToolRun } from '../toolRun';

/** Parameters that the person who builds a tool sets, not the model that calls it. */
const humanOnlyParameters = [
	...['resource', 'operation'],
	...['returnAll', 'output', 'outputFields', 'downloadXml'],
	...['dryRun', 'wholeList', 'missingInList', 'onlyChanges', 'guardMode', 'customGuards'],
	'waitForResult',
];

export const forTools: NonNullable<IDisplayOptions['show']> = { '@tool': [true] };

type HumanOnlyParameter = Pick<INodeProperties, 'displayName' | 'name' | 'type' | 'options'>;

const optionsOf = ({ type, options }: HumanOnlyParameter): INodeProperties[] =>
	type === 'collection' ? (options as INodeProperties[]) : [];

/** Whether all of a parameter is a person's choice. */
const isWhollyHumanOnly = ({ name }: HumanOnlyParameter): boolean =>
	humanOnlyParameters.includes(name);

/** Whether a parameter is a person's choice, or an option that it holds. */
const isHumanOnly = (property: HumanOnlyParameter): boolean =>
	isWhollyHumanOnly(property) || optionsOf(property).some(isHumanOnly);

/**
 * A parameter in its forms for workflows and for tools. A person's choice has two: in a workflow as it is, in a tool
 * without the button that leaves it to the model. Any other parameter has one form.
 */
export function formsOf(property: INodeProperties): INodeProperties[] {
	if (!isHumanOnly(property)) return [property];
	const { show, hide } = property.displayOptions ?? {};
	const inTools = shownFor(forTools, setByHand(property));
	if (show?.['@tool'] !== undefined) return [inTools];
	return [{ ...property, displayOptions: { show, hide: { ...hide, ...forTools } } }, inTools];
}

function setByHand(property: INodeProperties): INodeProperties {
	if (property.type !== 'collection') return { ...property, noDataExpression: true };
	const options = optionsOf(property).map((option) =>
		isWhollyHumanOnly(property) || isHumanOnly(option) ? setByHand(option) : option,
	);
	return { ...property, options };
}

/** Any expression can read the model's input. Where a form has no expressions n8n stores them without `=`. */
const expression = /\{\{|\$fromai\b/i;

const isLeftToModel = (stored: unknown): boolean => {
	if (isRecord(stored) || Array.isArray(stored)) return Object.values(stored).some(isLeftToModel);
	return typeof stored === 'string' && expression.test(stored);
};

/** The parameters that choose the operation itself. */
const selectors: HumanOnlyParameter[] = [
	{ displayName: 'Resource', name: 'resource', type: 'options' },
	{ displayName: 'Operation', name: 'operation', type: 'options' },
];

/**
 * Refuses a tool run in which the model would make a person's choice.
 * @throws HubError of kind `invalid` that names the field
 */
export function assertSetByHand(node: INode, properties: readonly INodeProperties[]): void {
	if (!isToolRun(node)) return;
	const choices = [...selectors, ...properties].filter(isHumanOnly);
	const found = leftToModel(choices, node.parameters);
	if (found === undefined) return;
	throw new HubError('invalid', `\`${found}\` is left to the model, and nothing was sent`, {
		description: `A person sets ${found} by hand in the node, without an expression: one can read what the model gave. An agent cannot set it.`,
	});
}

/** The label of the first of these parameters that the model would fill in. */
function leftToModel(
	choices: readonly HumanOnlyParameter[],
	stored: IDataObject,
): string | undefined {
	for (const choice of choices) {
		const value = stored[choice.name];
		if (!isLeftToModel(value)) continue;
		const isWhole = isWhollyHumanOnly(choice);
		const options = optionsOf(choice).filter((option) => isWhole || isHumanOnly(option));
		const inner = isRecord(value) ? leftToModel(options, value) : undefined;
		if (inner !== undefined) return `${choice.displayName} > ${inner}`;
		if (isWhole || !isRecord(value)) return choice.displayName;
	}
	return undefined;
}
