import { core } from '../../engine/n8n.mts';
import { gauge, type Sample } from './gauge.mts';

/** The work of a run, and the longest times, in ms, for which the event loop was held: by the node's own work, and by the whole run. */
export interface Blocking extends Sample {
	cpuMs: number;
	ownMs: number;
	allMs: number;
}

const every = 5;

/**
 * Runs `work` and looks how long the event loop is held. The node's own work is from its first look at
 * its items to its hints; the rest is n8n's copying of items.
 */
export async function blockingOf<Result>(
	work: () => Promise<Result>,
	recordsIn: (result: Result) => number,
): Promise<Blocking> {
	const { prototype } = core.ExecuteContext;
	const { addExecutionHints, getInputData } = prototype;
	let [ownMs, allMs, isOwn] = [0, 0, false];
	let last = performance.now();
	const look = () => {
		const now = performance.now();
		const held = now - last - every;
		allMs = Math.max(allMs, held);
		if (isOwn) ownMs = Math.max(ownMs, held);
		last = now;
	};
	prototype.getInputData = function (...given) {
		if (!isOwn && this.getNode().type.endsWith('marketplaceHub')) {
			look();
			isOwn = true;
		}
		return getInputData.apply(this, given);
	};
	prototype.addExecutionHints = function (...hints) {
		look();
		isOwn = false;
		addExecutionHints.apply(this, hints);
	};
	const watch = setInterval(look, every);
	try {
		const sample = await gauge(work, recordsIn);
		look();
		return { ...sample, ownMs, allMs };
	} finally {
		clearInterval(watch);
		Object.assign(prototype, { addExecutionHints, getInputData });
	}
}
