import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Planted } from './heldBy.mts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Sources of the built package by path. */
export function builtSources(): Map<string, string> {
	const dist = join(root, 'dist');
	const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => join(dist, file));
	return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/**
 * What the changed files hold, by path.
 * @throws when a text does not stand in the package, or more than once
 */
export function changedSources(
	{ part, changes }: Planted,
	built: ReadonlyMap<string, string>,
): Map<string, string> {
	const changed = new Map<string, string>();
	for (const [text, replacement] of changes) {
		const places = [...built].flatMap(([file, source]) =>
			source
				.split(text)
				.slice(1)
				.map(() => file),
		);
		const [file] = places;
		if (file === undefined || places.length > 1)
			throw new Error(
				`'${part}': the built package holds this text ${places.length} times, not once: ${text}`,
			);
		const before = changed.get(file) ?? built.get(file) ?? '';
		changed.set(
			file,
			before.replace(text, () => replacement),
		);
	}
	return changed;
}
