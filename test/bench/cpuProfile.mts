import type { Profiler } from 'node:inspector/promises';
import { sum } from 'simple-statistics';

/** Node.js's functions that hand a file to V8. */
const compilers = ['wrapSafe', 'compileFunctionForCJSLoader'];

/** What a file belongs to, as the report names it. */
function ownerOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
	if (functionName === '(garbage collector)') return 'collecting garbage';
	if (functionName === 'parseJson') return 'JSON.parse';
	if (/\/dist\/(nodes\/MarketplaceHub|credentials\/MarketplaceHub)/.test(url)) return 'the nodes';
	if (compilers.includes(functionName)) return 'compiling';
	if (url.startsWith('node:')) return 'Node.js itself: connections, streams, files';
	const packages = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
	return packages.at(-1)?.[1] ?? 'native code: sockets, files, regular expressions';
}

/** Nothing runs, or the profiler starts. */
const isIdle = ({ functionName, url }: Profiler.ProfileNode['callFrame']) =>
	functionName === '(idle)' || (functionName === 'dispatch' && url === '');

/**
 * Ms of CPU time that each owner's own code took, most first.
 *
 * @param last only what was sampled within so many ms before the end
 */
export function timeByOwner(profile: Profiler.Profile, last = Infinity): Array<[string, number]> {
	const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
	const spent = new Map<string, number>();
	let at = profile.startTime;
	for (const [index, id] of (profile.samples ?? []).entries()) {
		const took = profile.timeDeltas?.[index] ?? 0;
		at += took;
		const frame = frames.get(id);
		if (frame === undefined || isIdle(frame) || profile.endTime - at > last * 1_000) continue;
		const owner = ownerOf(frame);
		spent.set(owner, (spent.get(owner) ?? 0) + took / 1_000);
	}
	return [...spent].sort(([, one], [, other]) => other - one);
}

/** The largest parts in percent, and the rest together. */
export function shares(spent: Array<[string, number]>, most = 9): Array<[string, string]> {
	const all = sum(spent.map(([, ms]) => ms));
	const percent = (ms: number) => `${((ms / all) * 100).toFixed(0)} %`;
	const largest = spent.slice(0, most).map(([owner, ms]): [string, string] => [owner, percent(ms)]);
	const rest = sum(spent.slice(most).map(([, ms]) => ms));
	return [...largest, ['all else', percent(rest)]];
}
