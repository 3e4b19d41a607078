import { inspect } from 'node:util';
import { stringify } from 'flatted';
import { expect } from 'vitest';
import type { Hub } from '../hub/index.mts';
import type { HubN8n, NodeResult } from '../engine/nodes.mts';

/** Everything that must never show up where a user or a log could read it. */
function secretsOf(hub: Hub, n8n: HubN8n): string[] {
	const { appToken, apiKey, secretKey, accessToken } = n8n.stored() as Record<string, string>;
	const sent = hub.log.map(({ headers }) =>
		String(headers.authorization ?? '').replace('Bearer ', ''),
	);
	const secrets = [appToken, apiKey, secretKey, accessToken, hub.tokens.current, ...sent];
	return [
		...new Set(secrets.filter((secret): secret is string => secret !== undefined && secret !== '')),
	];
}

/**
 * Everything of a run that n8n stores or shows: as JSON, as a debugger prints it, and with all own
 * and inherited parts of its errors.
 */
export function shownIn({ run, nodeError, error }: NodeResult): string {
	const options = { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null };
	return [
		JSON.stringify(run),
		...[run, nodeError, error].map((part) => inspect(part, options)),
		stringify(opened([run, error, nodeError])),
	].join('\n');
}

/** A copy with what JSON leaves out: the parts of errors, and properties that are not enumerable. */
function opened(value: unknown, seen = new Set<object>()): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (seen.has(value)) return undefined;
	seen.add(value);
	if (Array.isArray(value)) return value.map((entry) => opened(entry, seen));
	const names = [
		...Object.getOwnPropertyNames(value),
		...(value instanceof Error ? ['message', 'stack', 'cause'] : []),
	];
	const record = value as Record<string, unknown>;
	return Object.fromEntries(names.map((name) => [name, opened(record[name], seen)]));
}

/** Expects that nothing of a run shows one of the account's secrets, or one of `more`. */
export function expectNoSecret(
	hub: Hub,
	n8n: HubN8n,
	result: NodeResult,
	more: string[] = [],
): void {
	const text = shownIn(result);
	expect(text.length).toBeGreaterThan(200);
	for (const secret of [...secretsOf(hub, n8n), ...more])
		expect(text.includes(secret), `${secret} shows`).toBe(false);
}
