import { afterAll, beforeAll, describe, test } from 'vitest';
import { startHub, type Hub } from '../hub/index.mts';
import { expectAllStored } from '../n8n/erpDown.mts';
import { storeCredential } from '../n8n/session.mts';
import type { Credential, N8nRest } from '../server/rest.mts';
import { platform } from './platform.mts';

describe('the ERP is down for a while, executions run on workers', () => {
	let hub: Hub;
	let rest: N8nRest;
	let credential: Credential;

	beforeAll(async () => {
		hub = await startHub();
		({ rest } = await platform());
		credential = await storeCredential(rest, hub);
	});
	afterAll(async () => await hub.stop());

	test.each(['afterEmitting', 'workflow'] as const)(
		'acknowledgement %s: every order is stored afterwards, each once',
		async (acknowledgement) => await expectAllStored(hub, rest, credential, acknowledgement),
		240_000,
	);
});
