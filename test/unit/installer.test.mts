import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../server/install.mjs';

test.each(['newest', '2.40', '../2.40.7'])(
	'N8N_VERSION=%s is no release: the installer says what one looks like',
	(N8N_VERSION) => {
		const installer = join(projectRoot, 'test', 'server', 'install.mjs');
		const env = { ...process.env, N8N_VERSION };
		const { status, stderr } = spawnSync(process.execPath, [installer], { env, encoding: 'utf8' });
		expect(status).toBe(1);
		expect(stderr).toBe(`N8N_VERSION must be a release such as 2.40.7, not '${N8N_VERSION}'.\n`);
	},
);
