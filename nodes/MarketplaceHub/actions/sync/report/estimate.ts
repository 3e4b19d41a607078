import sumBy from 'lodash/sumBy';
import { type Endpoint, type EndpointName, endpoints } from '../../../api/endpoints';
import { timing } from '../../../api/timing';
import { amount, inWords } from '../../../api/values/amounts';
import type { Write } from '../change';

/** The requests that changes are sent by. */
export interface Requests {
	endpoint: EndpointName;
	/** Most changes of one. */
	most: number;
	/** Whether a record is read again before a change is sent. */
	readsAgain?: (write: Write) => boolean;
}

/** The changes that a run would send by such requests. */
export interface Planned extends Requests {
	writes: readonly Write[];
}

/**
 * The time that a run would take, in a sentence; nothing where the run would send nothing. Until its first
 * write a run takes as long as this dry run. Its writes come one after another, each takes `answerMs`, and
 * their limits hold. The hub's work on a batch, and the looks at it, are left out: nobody knows them
 * beforehand.
 */
export function estimate(
	planned: readonly Planned[],
	read: { requests: number; ms: number; answerMs: number },
): string {
	const parts = planned.map(({ writes, most, endpoint, readsAgain = () => false }) => ({
		requests: Math.ceil(writes.length / most),
		reads: writes.filter(readsAgain).length,
		limit: perMinute(endpoint),
	}));
	const requests = sumBy(parts, 'requests');
	if (requests === 0) return '';
	const reads = sumBy(parts, 'reads');
	const pauses = sumBy(
		parts,
		(part) => Math.floor(Math.max(0, part.requests - 1) / part.limit) * timing.minute,
	);
	const ms = read.ms + (reads + requests) * read.answerMs + pauses;
	const all = amount(read.requests + reads + requests, 'request');
	return `A run would take about ${inWords(ms)}: ${all}, ${requests} of them to send. `;
}

function perMinute(endpoint: EndpointName): number {
	const { perMinute: documented = Infinity }: Endpoint = endpoints[endpoint];
	return documented;
}
