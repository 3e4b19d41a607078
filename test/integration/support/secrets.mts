import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { Hub } from '../../hub/index.mts';
import type { HubN8n, NodeResult } from '../../engine/nodes.mts';

/** Everything that must never show up where a user or a log could read it. */
export function secretsOf(hub: Hub, n8n: HubN8n): string[] {
	const { appToken, apiKey, secretKey, accessToken } = n8n.stored() as Record<string, string>;
	const sent = hub.log.map(({ headers }) =>
		String(headers.authorization ?? '').replace('Bearer ', ''),
	);
	const secrets = [appToken, apiKey, secretKey, accessToken, hub.tokens.current, ...sent];
	return [
		...new Set(secrets.filter((secret): secret is string => secret !== undefined && secret !== '')),
	];
}

/** Searches the whole run, as it is stored and as a debugger would show it, for secrets. */
export function expectNoSecret(
	hub: Hub,
	n8n: HubN8n,
	{ run, nodeError, error }: NodeResult,
	more: string[] = [],
): void {
	const seen = [
		JSON.stringify(run),
		inspect(run, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null }),
		inspect(nodeError, { depth: null, showHidden: true, maxStringLength: null }),
		inspect(error, { depth: null, showHidden: true, maxStringLength: null }),
	].join('\n');
	for (const secret of [...secretsOf(hub, n8n), ...more])
		expect(seen.includes(secret), `${secret} shows`).toBe(false);
}
