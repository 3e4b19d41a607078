import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects everything that nothing refers to any more, at once. */
export function collectGarbage(): void {
	setFlagsFromString('--expose_gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
}
