import { test } from 'vitest';
import { expectAllStored } from '../n8n/erpDown.mts';
import { storeCredential, useHub } from '../n8n/session.mts';
import { platform } from './platform.mts';

const hub = await useHub();
const { rest } = await platform();
const credential = await storeCredential(rest, hub);

test('every order is stored once after the ERP was down, with executions on workers that acknowledge', async () => {
	await expectAllStored(hub, rest, credential, 'workflow');
}, 240_000);
