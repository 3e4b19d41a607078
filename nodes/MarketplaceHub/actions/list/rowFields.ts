import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { isBlank, trimmed } from '../../api/values/blanks';
import { type CellKindName, cellKinds } from '../../api/values/cells';
import { isRecord } from '../../api/values/objects';
import { collection } from '../../shared/properties';
import { typedChoice, typedSwitch } from '../../shared/typedValues';
import type { Parameters } from '../form/parameters';

/** A column to read, as the form gives it. */
export interface RowField {
	column: string;
	kind: CellKindName;
	/** Name of the value in the output. */
	name: string;
	/** Whether a row without a value is refused. */
	required: boolean;
}

/** The columns to read, and whether the others come out, too. */
export const rowFieldProperties: INodeProperties[] = [
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Field',
		default: {},
		required: true,
		description: 'The columns to read, and what each holds',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Column',
						name: 'column',
						type: 'string',
						default: '',
						placeholder: 'e.g. Preço promocional',
						description:
							'Name of the input column, or path of a nested field such as valores.total. Case, accents and blanks do not matter.',
					},
					{
						displayName: 'Kind',
						name: 'kind',
						type: 'options',
						options: Object.entries(cellKinds).map(([value, { name, description }]) => ({
							name,
							value,
							description,
						})),
						default: 'text',
						description: 'What the column holds, and so how it is read',
					},
					{
						displayName: 'Output Field',
						name: 'outputField',
						type: 'string',
						default: '',
						placeholder: 'e.g. precoPor',
						description:
							"Name of the value in the output. Empty: the column's name, of a path its last part.",
					},
					{
						displayName: 'Required',
						name: 'required',
						type: 'boolean',
						default: true,
						description: 'Whether a row without a value is refused. Off: its value is null.',
					},
				],
			},
		],
	},
	collection('Output', 'readOptions', 'Add Option', [
		{
			displayName: 'Include Other Fields',
			name: 'includeOtherFields',
			type: 'boolean',
			default: true,
			description: 'Whether the output keeps the columns that are not read, as they are',
		},
	]),
];

const advice = 'Add a field under Fields: the name of a column, and what it holds.';

/**
 * The columns to read, of all items together.
 * @throws HubError where none is given, one has no name, or two give the same output field
 */
export function rowFieldsIn(parameters: Parameters): RowField[] {
	const { field } = parameters.object('fields', 0);
	const given = Array.isArray(field) ? field.filter(isRecord) : [];
	if (given.length === 0)
		throw new HubError('invalid', 'Fields (`fields`) names no column', { description: advice });
	const fields = given.map(({ column, kind, outputField, required }): RowField => {
		const name = trimmed(String(column ?? ''));
		if (isBlank(name))
			throw new HubError('invalid', 'A field of Fields (`fields`) has no Column', {
				description: advice,
			});
		const output = trimmed(String(outputField ?? ''));
		return {
			column: name,
			kind: kindOf(kind, name),
			name: isBlank(output) ? lastPartOf(name) : output,
			required: typedSwitch('required', required ?? true),
		};
	});
	const [, another] = fields.filter(({ kind }) => kind === 'status');
	if (another !== undefined)
		throw new HubError('invalid', `Two fields of Fields (\`fields\`) are a status`, {
			description: `\`isCancelled\` and \`isReturned\` tell of one: read \`${another.column}\` as Text.`,
		});
	const twice = fields.find(({ name }, index) =>
		fields.slice(0, index).some((other) => other.name === name),
	);
	if (twice === undefined) return fields;
	throw new HubError('invalid', `Two fields of Fields (\`fields\`) give \`${twice.name}\``, {
		description: 'Give one of them another Output Field.',
	});
}

/** The last part of a path such as `valores.total`; the name of a column that only ends or pauses with a dot. */
const lastPartOf = (name: string): string => /^\S+\.([^\s.]+)$/.exec(name)?.[1] ?? name;

/** Text where the form gives no kind. @throws HubError for a kind that an expression has made up */
const kindOf = (kind: unknown, column: string): CellKindName =>
	kind === undefined ? 'text' : typedChoice(`Kind of \`${column}\``, kind, kindNames);

const kindNames = Object.keys(cellKinds) as CellKindName[];
