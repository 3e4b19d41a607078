import type { INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { parametersOf } from '../../nodes/MarketplaceHub/actions/properties.ts';
import { resources } from '../../nodes/MarketplaceHub/actions/resources.ts';
import { labelled, parameterLabels } from '../../nodes/MarketplaceHub/shared/parameterLabels.ts';

/** The labels that the forms give each name. */
function labelsOfForms(): ReadonlyMap<string, ReadonlySet<string>> {
	const labels = new Map<string, Set<string>>();
	const add = ({ name, displayName, options = [] }: INodeProperties) => {
		labels.set(name, (labels.get(name) ?? new Set()).add(displayName));
		for (const option of options) {
			if ('type' in option) add(option);
			if ('values' in option) option.values.forEach(add);
		}
	};
	const operations = resources.flatMap((resource) => resource.operations);
	for (const operation of operations) parametersOf(operation).forEach(add);
	return labels;
}

test('messages name a parameter as a form does', () => {
	const labels = labelsOfForms();
	for (const [name, label] of Object.entries(parameterLabels))
		expect([...(labels.get(name) ?? [])], name).toContain(label);
});

test.each([
	['limit', 'Limit (`limit`)'],
	['idPedido', 'Order (`idPedido`)'],
	['wholeList', 'Input Is the Whole List (`wholeList`)'],
	['bodyJson.lista.0', '`bodyJson.lista.0`'],
	['Price Change (%)', '`Price Change (%)`'],
	['constructor', '`constructor`'],
	['toString', '`toString`'],
])('%s in a message is %s', (name, shown) => {
	expect(labelled(name)).toBe(shown);
});
