import type { INodeProperties } from 'n8n-workflow';
import type { WriteFields, Values } from '../../api/schemas/fields';
import { isBlank } from '../../api/values/checks';
import { holdsHtml, withoutHtml } from '../../api/values/html';
import type { Parameters } from '../parameters';

/* A product's description without HTML, which a switch makes of the one with HTML. */

const parameter = 'deriveSimpleDescription';

const hasSimpleDescription = (fields: WriteFields) => 'descricaoSimples' in fields;

/** The switch, where entries have such a description. */
export const simpleDescriptionSwitch = (fields: WriteFields): INodeProperties[] =>
	hasSimpleDescription(fields)
		? [
				{
					displayName: 'Derive Simple Description',
					name: parameter,
					type: 'boolean',
					default: false,
					description:
						'Whether to make `descricaoSimples` of a `descricao` with HTML, without its tags, where you give none. Most marketplaces reject HTML.',
				},
			]
		: [];

/** The entries with simple descriptions, where the switch is on and they give none themselves. */
export function withSimpleDescriptions(
	entries: Values[],
	fields: WriteFields,
	parameters: Parameters,
	itemIndex: number,
): Values[] {
	const isOn = hasSimpleDescription(fields) && parameters.flag(parameter, itemIndex, false);
	return isOn ? entries.map(withSimpleDescription) : entries;
}

function withSimpleDescription(entry: Values): Values {
	const { descricao, descricaoSimples } = entry;
	if (!isBlank(descricaoSimples) || typeof descricao !== 'string' || !holdsHtml(descricao))
		return entry;
	return { ...entry, descricaoSimples: withoutHtml(descricao) };
}
