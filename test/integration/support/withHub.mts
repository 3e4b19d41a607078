import { afterEach, beforeEach, expect } from 'vitest';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startN8n, type HubN8n } from '../../engine/nodes.mts';
import { startHub, type Hub, type HubOptions } from '../../hub/index.mts';

/**
 * A fresh hub, and n8n with a credential for it, before each test of the file or block. After the
 * test the hub must not have broken its own contract, nor seen the client break it.
 */
export function withHub(options: HubOptions = {}, credential: ICredentialDataDecryptedObject = {}) {
	const current = {} as { hub: Hub; n8n: HubN8n };
	beforeEach(async () => {
		current.hub = await startHub(options);
		current.n8n = await startN8n(current.hub, credential);
	});
	afterEach(async () => {
		const { hub } = current;
		await hub.stop();
		expect(hub.contractViolations).toEqual([]);
	});
	return current;
}
