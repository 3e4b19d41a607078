import { test } from 'vitest';
import { expectRightVerdicts, kinds } from './strangeHubKinds.mts';

test.each(kinds)(
	'unknown addresses answer %s: no wrong verdict, nothing written, no token ended',
	async (_name, strangeness) => {
		await expectRightVerdicts(strangeness);
	},
);
