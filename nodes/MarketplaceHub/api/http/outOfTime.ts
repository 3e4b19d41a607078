import type { HubError } from '../errors';
import { inWords } from '../values/amounts';

/**
 * `failure` of a request that is given up because its run has no more time for it.
 * @param waits ms that the hub asks to wait, that the next try would wait, and that the run has left
 */
export function outOfTime(
	failure: HubError,
	run: TimeOfRun,
	waits: { asked?: number; pause?: number; left?: number } = {},
): HubError {
	const { advice = '' } = run.longest;
	return failure.with({
		message: `${failure.message} (${whyOutOfTime(run, waits)})`,
		description: [failure.description ?? '', advice].join(' ').trim(),
	});
}

/** The longest wait of a run, and for how many ms it has had no answer, and has had nothing accepted. */
interface TimeOfRun {
	longest: { ms: number; advice?: string };
	silentFor?: number;
	setBackFor: number;
}

function whyOutOfTime(
	{ longest: { ms }, silentFor, setBackFor }: TimeOfRun,
	{ asked = 0, pause = 0, left = 0 },
): string {
	const limit = `the longest wait of ${inWords(ms)}`;
	if (asked > left) return `it asks to wait ${inWords(asked)}, more than is left of ${limit}`;
	if (silentFor !== undefined) return `given up after ${inWords(silentFor)} without any answer`;
	if (pause <= left) return `given up after ${limit}`;
	return `given up after ${inWords(Math.max(setBackFor, 1))}: the next try would come after ${limit}`;
}
