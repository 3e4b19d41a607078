import type { INodeProperties } from 'n8n-workflow';

/** The parameters of an entry with JSON as the first way to give it, for entries of many parts. */
export const jsonFirst = (properties: INodeProperties[]): INodeProperties[] =>
	properties.map((property) =>
		property.name === 'inputMode'
			? { ...property, options: [...(property.options ?? [])].reverse(), default: 'json' }
			: property,
	);
