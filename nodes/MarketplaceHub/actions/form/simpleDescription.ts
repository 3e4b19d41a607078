import type { INodeProperties } from 'n8n-workflow';
import type { WriteFields, Values } from '../../api/schemas/fields';
import { isBlank } from '../../api/values/blanks';
import { holdsHtml, withoutHtml } from '../../api/values/html';
import type { Parameters } from './parameters';

/* A product's description without HTML, which a switch makes of the description with HTML. */

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

/** The entry with a simple description, where the switch is on and it gives none itself. */
export function withSimpleDescription(
	entry: Values,
	fields: WriteFields,
	parameters: Parameters,
	itemIndex: number,
): Values {
	const isOn = hasSimpleDescription(fields) && parameters.flag(parameter, itemIndex, false);
	const { descricao, descricaoSimples } = entry;
	if (!isOn || !isBlank(descricaoSimples) || typeof descricao !== 'string' || !holdsHtml(descricao))
		return entry;
	const plain = withoutHtml(descricao);
	// some systems escape the tags
	const simple = holdsHtml(plain) ? withoutHtml(plain) : plain;
	return holdsHtml(simple) ? entry : { ...entry, descricaoSimples: simple };
}
