import type { Planted } from './heldBy.mts';
import { account } from './parts/account.mts';
import { batches } from './parts/batches.mts';
import { inputs } from './parts/inputs.mts';
import { records } from './parts/records.mts';
import { requests } from './parts/requests.mts';
import { speed } from './parts/speed.mts';
import { sync } from './parts/sync.mts';
import { triggers } from './parts/triggers.mts';

/** All that `npm run mutants` takes out of the package. */
export const planted: Planted[] = [
	...account,
	...requests,
	...inputs,
	...batches,
	...records,
	...triggers,
	...sync,
	...speed,
];
