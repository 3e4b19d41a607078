import isEmpty from 'lodash/isEmpty';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { assertAll, assertWhole } from '../../shared/typedValues';
import { readJson } from './readEntries';
import type { Parameters } from './parameters';

const bodyMode: INodeProperties = {
	displayName: 'Body',
	name: 'bodyMode',
	type: 'options',
	options: [
		{ name: 'Fields', value: 'fields', description: 'Names and values; none for an empty body' },
		{ name: 'JSON', value: 'json', description: 'An object as your hub takes it' },
	],
	default: 'fields',
	description:
		"How you give the request body. The hub's public reference does not show it; ask your hub which fields it takes.",
};

/** A body that the reference does not show: none, fields that the user adds, or JSON. */
export const bodyProperties: INodeProperties[] = [
	bodyMode,
	{
		displayName: 'Body Fields',
		name: 'bodyFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		description: 'Fields of the request body',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. data',
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
		displayOptions: { show: { bodyMode: ['fields'] } },
	},
	{
		displayName: 'Body JSON',
		name: 'bodyJson',
		type: 'json',
		default: '{}',
		description: 'The request body as one object',
		displayOptions: { show: { bodyMode: ['json'] } },
	},
];

/** The body that the user gave; undefined for none. */
export function givenBody(parameters: Parameters, itemIndex: number): IDataObject | undefined {
	if (parameters.choice(bodyMode, itemIndex) === 'json') {
		const [body, ...others] = readJson('bodyJson', parameters.value('bodyJson', itemIndex));
		if (others.length > 0)
			throw new HubError('invalid', 'Body JSON (`bodyJson`) must be one object, not a list', {
				description:
					'Remove the square brackets. For several orders, give each an input item of its own.',
			});
		assertAll(assertWhole, 'bodyJson', body);
		return isEmpty(body) ? undefined : (body as IDataObject);
	}
	const { field } = parameters.object('bodyFields', itemIndex);
	const pairs = Array.isArray(field) ? (field as IDataObject[]) : [];
	const named = pairs.filter(({ name }) => typeof name === 'string' && name !== '');
	const body = Object.fromEntries(named.map(({ name, value }) => [String(name), value]));
	Object.entries(body).forEach(([name, value]) => assertAll(assertWhole, name, value));
	return isEmpty(body) ? undefined : body;
}
