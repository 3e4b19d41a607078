import { expect, test } from 'vitest';
import { loadBuiltPackage } from '../../engine/engine.mts';

/*
 * Rules that n8n has announced for nodes and not released. n8n's editor hides a field of a collection
 * until somebody adds it, so it cannot be required; and a field says what goes into it.
 */
const { nodes, credentials } = await loadBuiltPackage();

interface Part {
	name: string;
	type?: string;
	required?: boolean;
	options?: Part[];
	values?: Part[];
}
interface Placed {
	part: Part;
	parent?: Part;
	where: string;
}

const partsIn = (parts: Part[], at: string, parent?: Part): Placed[] =>
	parts.flatMap((part) => {
		const where = `${at}.${part.name}`;
		const inside = [...(part.options ?? []), ...(part.values ?? [])];
		return [{ part, parent, where }, ...partsIn(inside, where, part)];
	});

const all = [
	...nodes
		.flatMap((node) => ('nodeVersions' in node ? Object.values(node.nodeVersions) : [node]))
		.flatMap(({ description }) => partsIn(description.properties as Part[], description.name)),
	...credentials.flatMap(({ name, properties }) => partsIn(properties as Part[], name)),
];
const inCollections = all.filter(({ parent }) => parent?.type === 'collection');

test('no field of a collection is required', () => {
	expect(inCollections.length).toBeGreaterThan(20);
	expect(inCollections.filter(({ part }) => part.required !== undefined)).toEqual([]);
});

test('a field of a collection is one value, not a form within the form, but for the limits of guards', () => {
	const open = ['json', 'collection', 'fixedCollection', 'assignmentCollection'];
	const forms = inCollections.filter(({ part }) => open.includes(part.type ?? ''));
	// they stand beside the choice that they belong to
	expect([...new Set(forms.map(({ part }) => part.name))]).toEqual(['customGuards']);
});

test("free text for fields exists only if the hub's reference shows no fields, and as JSON instead of the form", () => {
	const isPair = ({ part: { values = [] } }: Placed) =>
		['name', 'value'].every((name) => values.some((value) => value.name === name));
	const pairs = new Set(all.filter(isPair).map(({ where }) => where));
	expect([...pairs]).toEqual(['marketplaceHub.bodyFields.field']);
	const json = new Set(all.filter(({ part }) => part.type === 'json').map(({ where }) => where));
	// lists that other nodes hold, which no form could show
	const lists = ['erpRows', 'kitParts', 'knownLabels', 'label', 'lastRows', 'lines', 'order'];
	const names = ['bodyJson', 'json', ...lists].map((name) => `marketplaceHub.${name}`);
	expect([...json].sort()).toEqual(names.sort());
});
