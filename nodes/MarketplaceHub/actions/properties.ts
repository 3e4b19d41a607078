import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { shownFor } from '../shared/properties';
import { optionsCollection } from './form/longestWait';
import type { Operation } from './operation';
import { formsOf } from './form/humanOnlyParameters';
import { resources } from './resources';

/** All parameters of the node, made from the registry: each shows only for its resource and operation. */
export function properties(): INodeProperties[] {
	const resourceOptions = resources.map(({ option }) => option);
	return [
		selector('Resource', 'resource', resourceOptions, 'order'),
		...resources.map(({ option, operations, byDefault }) => {
			const operationOptions = operations.map((operation) => optionOf(operation));
			const choice = selector('Operation', 'operation', operationOptions, byDefault.option.value);
			return shownFor({ resource: [option.value] }, choice);
		}),
		...resources.flatMap(({ option, operations }) =>
			operations.flatMap((operation) => {
				const chosen = { resource: [option.value], operation: [operation.option.value] };
				return parametersOf(operation)
					.flatMap(formsOf)
					.map((form) => shownFor(chosen, form));
			}),
		),
	];
}

/** The parameters of an operation, as its form has them. */
export const parametersOf = (operation: Operation): INodeProperties[] => [
	...operation.properties,
	optionsCollection(operation),
];

/** The choice of an operation; n8n's AI builder, in releases that have one, reads the text for its tool. */
function optionOf({ option: { toolDescription, ...option } }: Operation): INodePropertyOptions {
	// 2.11 calls it message, 2.40 propertyHint
	const builderHint = { message: toolDescription, propertyHint: toolDescription };
	return { ...option, builderHint };
}

/** An expression that names the operation in the words of its lists, e.g. 'Stock: Update in Batch'. */
export function subtitle(): string {
	const words = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => [
			`${option.value}.${operation.option.value}`,
			`${option.name}: ${operation.option.name}`,
		]),
	);
	const chosen = '$parameter["resource"] + "." + $parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(words))})[${chosen}] }}`;
}

function selector(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	byDefault: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: byDefault,
	};
}
