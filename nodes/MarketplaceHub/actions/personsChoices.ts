import type { IDataObject, IDisplayOptions, INode, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { isRecord } from '../api/values/objects';
import { shownFor } from '../shared/properties';
import { isLimitedToolRun } from './toolRun';

/** Parameters that the person who builds a tool sets, not the model that calls it. */
const personsChoices = [
	...['resource', 'operation'],
	...['returnAll', 'output', 'outputFields', 'downloadXml'],
	...['dryRun', 'wholeList', 'missingInList', 'onlyChanges', 'guardMode', 'customGuards'],
	'waitForResult',
];

export type Show = NonNullable<IDisplayOptions['show']>;
export const forTools: Show = { '@tool': [true] };

/** Where the versions of the node differ, the parameters of each show in theirs. */
export const allVersions: Show = {};
export const version1: Show = { '@version': [1] };
export const laterVersions: Show = { '@version': [{ _cnd: { gte: 1.1 } }] };

/** A parameter as an operation declares it. */
export interface OperationProperty extends INodeProperties {
	/** The only versions that have it; left out: those that have the operation. */
	versions?: Show;
}

/** A parameter that only these versions have. */
export const onlyIn = (versions: Show, property: INodeProperties): OperationProperty => ({
	...property,
	displayOptions: { show: { ...property.displayOptions?.show, ...versions } },
	versions,
});

/**
 * A parameter in its forms for workflows and for tools. A person's choice has up to three:
 *
 * |          | version 1                   | 1.1 and later                           |
 * | -------- | --------------------------- | --------------------------------------- |
 * | workflow | as it is                    | as it is                                |
 * | tool     | as it is: the model may set it | without the button that leaves it to the model |
 *
 * Any other parameter, and one that only version 1 has, has one form.
 * @param ofOperation the versions that have the operation
 */
export function formsOf(
	{ versions: own, ...property }: OperationProperty,
	ofOperation: Show,
): INodeProperties[] {
	const versions = own ?? ofOperation;
	if (!personsChoices.includes(property.name) || versions === version1)
		return [shownFor(ofOperation, property)];
	// what differs in later versions is declared for tools alone, which have it in this one form
	if (own === laterVersions) return [setByHand(property)];
	const { show, hide } = property.displayOptions ?? {};
	const isForToolsOnly = show?.['@tool'] !== undefined;
	const inWorkflows = { ...property, displayOptions: { show, hide: { ...hide, ...forTools } } };
	return [
		...(isForToolsOnly ? [] : [shownFor(versions, inWorkflows)]),
		...(versions === laterVersions ? [] : [shownFor({ ...forTools, ...version1 }, property)]),
		shownFor({ ...forTools, ...laterVersions }, setByHand(property)),
	];
}

function setByHand(property: INodeProperties): INodeProperties {
	const options = property.options as INodeProperties[] | undefined;
	return property.type === 'collection'
		? { ...property, options: options?.map(setByHand) }
		: { ...property, noDataExpression: true };
}

/** What an expression reads that the model fills in. n8n stores it without `=` where a form has no expressions. */
const readsModel = /\$(fromai|json|input|data|items?|binary|parameter|rawparameter)\b/i;

const isLeftToModel = (stored: unknown): boolean => {
	if (isRecord(stored) || Array.isArray(stored)) return Object.values(stored).some(isLeftToModel);
	return typeof stored === 'string' && readsModel.test(stored);
};

type PersonsChoice = Pick<INodeProperties, 'displayName' | 'name' | 'options'>;

/** What the operations themselves are chosen by. */
const selectors: PersonsChoice[] = [
	{ displayName: 'Resource', name: 'resource' },
	{ displayName: 'Operation', name: 'operation' },
];

/**
 * Refuses a tool run in which the model would make a person's choice.
 * @throws HubError of kind `invalid` that names the field
 */
export function assertSetByHand(node: INode, properties: readonly INodeProperties[]): void {
	if (!isLimitedToolRun(node)) return;
	const choices = [...selectors, ...properties].filter(({ name }) => personsChoices.includes(name));
	const found = leftToModel(choices, node.parameters);
	if (found === undefined) return;
	throw new HubError('invalid', `\`${found}\` is left to the model, and nothing was sent`, {
		description: `A person sets ${found} by hand in the node, without $fromAI, $json or $input. An agent cannot set it.`,
	});
}

/** The label of the first of these parameters that the model would fill in. */
function leftToModel(choices: readonly PersonsChoice[], stored: IDataObject): string | undefined {
	for (const { displayName, name, options } of choices) {
		const value = stored[name];
		if (!isLeftToModel(value)) continue;
		const inner = isRecord(value) ? leftToModel(options as PersonsChoice[], value) : undefined;
		return inner === undefined ? displayName : `${displayName} > ${inner}`;
	}
	return undefined;
}
