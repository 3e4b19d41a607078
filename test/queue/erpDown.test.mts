import { test } from 'vitest';
import { expectAllStored } from '../n8n/erpDown.mts';
import { storeCredential, useHub } from '../n8n/session.mts';
import { platform } from './platform.mts';

const hub = await useHub();
const { rest } = await platform();
const credential = await storeCredential(rest, hub);

test('the ERP is down for a while, executions run on workers and acknowledge: every order is stored afterwards, each once', async () => {
	await expectAllStored(hub, rest, credential, 'workflow');
}, 240_000);
