import sortBy from 'lodash/sortBy.js';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import type { Operation, Resource } from '../../nodes/MarketplaceHub/actions/operation.ts';
import type { Endpoint, EndpointName } from '../../nodes/MarketplaceHub/api/endpoints.ts';
import type { Field, WriteFields } from '../../nodes/MarketplaceHub/api/schemas/fields.ts';
import type { columnTables as ColumnTables } from '../../nodes/MarketplaceHub/shared/forms.ts';
import { outputRows } from './output.mts';
import { bullets, code, table } from './markdown.mts';

/** What the pages are made from: the built package's own description. */
export interface Source {
	resources: Resource[];
	endpoints: Record<EndpointName, Endpoint>;
	columnTables: typeof ColumnTables;
	/** The parameter with the options of an operation, and with those that every one has. */
	optionsCollection: (operation: Pick<Operation, 'options'>) => INodeProperties;
	/** The descriptions of the two triggers. */
	triggers: INodeTypeDescription[];
}

/** The file of a trigger, e.g. `marketplace-hub-trigger.md`. */
const triggerFileOf = ({ displayName }: INodeTypeDescription) =>
	`${displayName.toLowerCase().replace(/ /g, '-')}.md`;

/** The file of a resource, e.g. `order-queue.md`. */
export const fileOf = ({ option }: Resource) =>
	`${option.name.toLowerCase().replace(/ /g, '-')}.md`;

/** All reference pages: file name → Markdown. */
export function referencePages(source: Source): Map<string, string> {
	const pages = source.resources.map(
		(resource) => [fileOf(resource), resourcePage(resource, source)] as const,
	);
	const triggers = source.triggers.map(
		(trigger) => [triggerFileOf(trigger), triggerPage(trigger)] as const,
	);
	return new Map([
		['README.md', indexPage(source)],
		['tools.md', toolsPage(source)],
		...pages,
		...triggers,
	]);
}

const generated =
	'<!-- Made by `npm run docs` from the description of the nodes; changes belong there. -->';

function indexPage({ resources, endpoints, triggers, optionsCollection }: Source): string {
	const rows = resources.map((resource) => [
		`[${resource.option.name}](${fileOf(resource)})`,
		resource.option.description ?? '',
		resource.operations.map(({ option }) => option.name).join(', '),
	]);
	return page(
		'# Reference',
		generated,
		'Every resource of the node **Marketplace Hub**, with its operations: parameters, request, limits, what comes out, and what On Error does.',
		table(['resource', 'what it is', 'operations'], rows),
		'## Options of every operation',
		parameterList([optionsCollection({})]),
		'## Triggers',
		bullets(triggers.map((trigger) => `[${trigger.displayName}](${triggerFileOf(trigger)})`)),
		'## Endpoints',
		"✱ marks a route that the hub's reference does not show; see [Assumptions](../compatibility.md#assumptions).",
		table(
			['resource', 'operation', 'endpoint'],
			resources.flatMap(({ option, operations }) =>
				operations.map((operation) => [
					option.name,
					operation.option.name,
					operation.endpoints
						.slice(0, 1)
						.map((name) => routeOf(endpoints[name]))
						.join(),
				]),
			),
		),
	);
}

/** The descriptions to copy into tools of an agent. */
function toolsPage({ resources }: Source): string {
	return page(
		'# Descriptions of tools',
		generated,
		"n8n describes a tool to the model by the operation's action alone, e.g. `Get order in Marketplace Hub`. Choose _Set Manually_ under _Tool Description_ and copy the text of the operation: when to call it, when not, and what that costs. [Agents](../agents.md) says what else there is to decide.",
		...resources.flatMap(({ option, operations }) => [
			`## ${option.name}`,
			table(
				['operation', 'description'],
				operations.map((operation) => [operation.option.name, operation.option.toolDescription]),
			),
		]),
	);
}

function resourcePage(resource: Resource, source: Source): string {
	return page(
		`# ${resource.option.name}`,
		generated,
		`${resource.option.description ?? ''}. [All resources](README.md)`,
		...resource.operations.flatMap((operation) => operationPart(resource, operation, source)),
	);
}

function triggerPage({ displayName, description, properties }: INodeTypeDescription): string {
	return page(
		`# ${displayName}`,
		generated,
		`${sentence(description)} What it does in which case is in [Triggers](../triggers.md). [All resources](README.md)`,
		'## Parameters',
		parameterList(properties),
	);
}

/** The parameters that a user sees, with their choices below them. */
function parameterList(properties: INodeProperties[]): string {
	const shown = properties.filter(
		(property) => !['notice', 'hidden'].includes(property.type) && !isOfStoredWorkflows(property),
	);
	if (shown.length === 0) return 'None.';
	return bullets(
		shown.map((property) => {
			const byDefault = defaultOf(property);
			const notes = [
				...(property.required === true ? ['required'] : []),
				...(byDefault === '' ? [] : [`default: ${byDefault}`]),
			];
			const aside = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
			return `**${property.displayName}**${aside}: ${textOf(property, properties)}`;
		}),
	);
}

/** What shows only where a workflow has stored n8n's own Mapping Column Mode. */
const isOfStoredWorkflows = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
	'/columns.mappingMode' in show;

const fieldTable = (fields: WriteFields) =>
	table(
		['field', 'name in the hub', 'required', 'format'],
		Object.entries<Field>(fields).map(([id, field]) => [
			field.form?.isNeededWhenNew === true ? `${field.label} *` : field.label,
			code(id),
			field.required ? 'yes' : '',
			[field.description, field.format].filter(Boolean).join('; '),
		]),
	);

/** The fields of an operation's mapper, and those of the objects in its lists. */
function fieldParts(fields: WriteFields): string[] {
	const lists = Object.values(fields).filter(({ fields: inner }) => inner !== undefined);
	return [
		'### Fields',
		'_Map Automatically_ takes input columns by their name in the hub; case, accents and blanks do not matter.',
		fieldTable(fields),
		...lists.flatMap(({ label, fields: inner }) => [
			`Each entry of _${label}_:`,
			fieldTable(inner ?? {}),
		]),
	];
}

/** The options that not every operation has. */
function ownOptions(operation: Operation, optionsCollection: Source['optionsCollection']) {
	if (operation.options === undefined) return [];
	return [{ ...optionsCollection(operation), options: sortBy(operation.options, 'displayName') }];
}

/** Operations of a kind have meanings of their own for some fields. */
const kindOf = ({ option: { value } }: Resource, { option }: Operation): string =>
	option.value === 'sync' ? 'sync' : value;

function operationPart(
	resource: Resource,
	operation: Operation,
	{ endpoints, columnTables, optionsCollection }: Source,
): string[] {
	const { option, properties, output, simplified } = operation;
	const mapper = properties.find(({ type }) => type === 'resourceMapper');
	const method = mapper?.typeOptions?.resourceMapper?.resourceMapperMethod;
	return [
		`## ${option.name}`,
		sentence(option.description),
		'### Parameters',
		parameterList([...properties, ...ownOptions(operation, optionsCollection)]),
		...(method === undefined ? [] : fieldParts(columnTables[method as keyof typeof ColumnTables])),
		'### Request',
		operation.endpoints.length === 0
			? 'None.'
			: bullets(operation.endpoints.map((name) => requestOf(endpoints[name], operation.sendsOnce))),
		'### What comes out',
		simplified === undefined
			? ''
			: 'As it comes with the default output; the whole record has more fields.',
		table(
			['field', 'what it holds', 'type', 'example'],
			outputRows(output, kindOf(resource, operation)),
		),
		'### When an item fails',
		'perRun' in operation ? entriesOnError : itemsOnError,
	];
}

const itemsOnError =
	'Each input item is on its own. With _On Error_ set to **Stop Workflow** the node ends at the first item that fails, and its message names the item. With **Continue** that item comes out with `error`, `description` and, if the hub answered, `httpStatus` and `requestId`. With **Continue (using error output)** it leaves by the second output.';
const entriesOnError =
	'All input items go together; each entry has its own result, paired with its item. With _On Error_ set to **Stop Workflow** the node does all that it may, then ends with a message about the entries that failed. With **Continue** such an entry comes out with `error`, the others as usual. With **Continue (using error output)** it leaves by the second output.';

const repeats: Record<Endpoint['retry'], string> = {
	read: 'sent again after 429, 500, 503 and lost connections',
	repeatable: 'sent again after 429, 500, 503 and lost connections: the same twice does no harm',
	once: 'sent again after 429 only: where the outcome is unknown, the message says how to look',
};

const routeOf = ({ method, path, assumed }: Endpoint) =>
	`${code(`${method} ${path}`)}${assumed !== undefined ? ' ✱' : ''}`;

function requestOf(endpoint: Endpoint, sendsOnce = false): string {
	const { perMinute, assumed, retry } = endpoint;
	return [
		routeOf(endpoint),
		perMinute === undefined ? undefined : `${perMinute} a minute`,
		sendsOnce ? 'sent once, whatever the answer' : repeats[retry],
		assumed === undefined
			? undefined
			: `${assumed}: the hub's reference does not show it, and the credential can change it`,
	]
		.filter((part) => part !== undefined)
		.join('; ');
}

function defaultOf({ type, default: value, options }: INodeProperties): string {
	if (type === 'options') {
		const chosen = options?.find((option) => 'value' in option && option.value === value);
		return chosen === undefined ? code(String(value)) : chosen.name;
	}
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (type === 'json') return 'an example';
	if (value === '' || value === null || typeof value === 'object') return '';
	return code(String(value));
}

function textOf(property: INodeProperties, all: INodeProperties[]): string {
	const { description = '', hint = '', type, options = [], modes } = property;
	const values = options.flatMap((option) => {
		if ('displayName' in option && 'type' in option)
			return `  - **${option.displayName}**: ${textOf(option, [...all, ...(options as INodeProperties[])]).replaceAll('\n', '\n  ')}`;
		const name = 'displayName' in option ? `**${option.displayName}**` : `_${option.name}_`;
		if (type === 'collection' && !('displayName' in option)) return [];
		// the fields of a record stand in the table of what comes out
		if ('value' in option && option.value === option.name) return [];
		const { description: text } = option as { description?: string };
		const inner = 'values' in option ? option.values : [];
		return [
			`  - ${text === undefined ? name : `${name}: ${oneLine(text)}`}`,
			...inner.map(
				(field) => `    - **${field.displayName}**: ${oneLine(field.description ?? '')}`,
			),
		];
	});
	const ways = modes?.map(({ displayName }) => displayName).join(', ') ?? '';
	const texts = [description, hint, ways, conditionOf(property, all)].map(sentence);
	const choices = values.map((value) => `\n${value.replace(/: $/, '')}`).join('');
	return `${texts
		.filter((text) => text !== '')
		.map(oneLine)
		.join(' ')}${choices}`;
}

/** When a parameter shows, in the words of the editor. */
function conditionOf({ displayOptions }: INodeProperties, all: INodeProperties[]): string {
	const shown = Object.entries(displayOptions?.show ?? {});
	const conditions = shown.flatMap(([name, wanted]) => {
		if (name === '@tool') return 'the node is a tool of an AI agent';
		const other = all.find((property) => property.name === name.replace('/', ''));
		const words = (wanted ?? []).map((value) => {
			if (typeof value === 'boolean') return value ? 'on' : 'off';
			const option = other?.options?.find((choice) => 'value' in choice && choice.value === value);
			return option === undefined ? String(value) : `_${option.name}_`;
		});
		return `**${other?.displayName ?? name}** is ${words.join(' or ')}`;
	});
	return conditions.length === 0 ? '' : `Only where ${conditions.join(' and ')}`;
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim();

const sentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

const page = (...parts: string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`;
