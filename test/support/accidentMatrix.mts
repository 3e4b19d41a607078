import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { go } from './items.mts';
import { accidentsOf, fillFor, met, type KindName } from './listAccidents.mts';
import type { Setup } from './setup.mts';
import { custom, writes } from './sync.mts';

/* Which guard holds which accident of a list, and what holds it where that guard is off. */

/** Guards by the names that messages have, and those of their limits. */
const limitOf: Record<string, string> = {
	'Price Change': 'priceChange',
	'Highest Sale Price': 'highestShare',
	'Lowest Sale Price': 'lowestShare',
	'Smallest Whole List': 'wholeShare',
	'Stock to Zero': 'zeroShare',
	Deletions: 'deleteShare',
	'Switched Off': 'offShare',
	'Emptied Fields': 'emptiedShare',
	'Tenfold Change': 'tenfoldShare',
	'Held or Refused': 'heldShare',
	'Entries That Change': 'changeShare',
};

/** The guards that hold something by themselves, by the names that messages have. */
export const guardsHere: readonly string[] = Object.keys(limitOf);

/** How long the lists are: below and above the ten rows from which shares count. */
export const sizes = [5, 12, 1_000] as const;
export type Size = (typeof sizes)[number];

/**
 * What a dry run says of a list: the guards, or `checks`, by which all of it would be held, joined by `+`;
 * `nothing` where the hub needs nothing of it; `passes` where it would write some of it.
 */
function heldBy(results: IDataObject[]): string {
	const statuses = results.map(({ status }) => String(status));
	if (statuses.some((status) => /^would(Update|Create|Delete)$/.test(status))) return 'passes';
	const reasons = results.flatMap(({ status, error }) => {
		if (status !== 'wouldNotSend' && status !== 'wouldBeHeld') return [];
		const guard =
			/; ([^;(]+)( \([^)]*\))? is [\d.]+(, the lowest in a list of only changes)?$/.exec(
				String(error),
			)?.[1];
		return [guard ?? 'checks'];
	});
	return [...new Set(reasons)].sort().join(' + ') || 'nothing';
}

const guardsIn = (said: string): string[] => said.split(' + ').filter((name) => name in limitOf);

/** What holds a list while some guards are off, by their names, joined by `+`. */
export type Cell = Map<string, string>;
export const noneOff = '';

/** A way in which a list is given. */
export const ways = ['list', 'Only Changes'] as const;
export type Way = (typeof ways)[number];

/** The accidents that a list of a kind may meet with in a way: the whole list is no list of changes. */
export const accidentsIn = (kind: KindName, size: Size, way: Way) =>
	accidentsOf(kind, size).filter(({ wholeList }) => way === 'list' || wholeList === undefined);

/** How the lists of a kind are given. */
export const listsOf = (kind: KindName, lengths: readonly Size[] = sizes) =>
	lengths
		.flatMap((size) => ways.map((way) => ({ size, way })))
		// half an hour of single reads, for what 12 rows show: only Stock to Zero asks for more of them
		.filter(({ size, way }) => kind !== 'products' || size < 1_000 || way === 'list');

/**
 * The cells of all accidents of a kind of list. Nothing is sent, so they share a hub.
 * @param guardsOff how many guards are off at most. Only those are switched off that hold something: one
 * that says nothing changes nothing where it is off.
 */
export async function cellsOf(
	{ hub, n8n }: Setup,
	kind: KindName,
	size: Size,
	way: Way,
	guardsOff: number,
): Promise<Record<string, Cell>> {
	const account = fillFor(hub, kind, size);
	const cells: Record<string, Cell> = {};
	for (const accident of accidentsIn(kind, size, way)) {
		const { items, parameters } = met(kind, accident, account);
		const cell: Cell = new Map();
		const look = async (off: string[]): Promise<void> => {
			const name = [...off].sort().join(' + ');
			if (cell.has(name)) return;
			const limits = Object.fromEntries(off.map((guard) => [limitOf[guard]!, 0]));
			const settings = { ...custom(limits), onlyChanges: way === 'Only Changes', dryRun: true };
			const said = heldBy((await n8n.run({ ...parameters, ...settings }, items, go)).json());
			cell.set(name, said);
			if (off.length === guardsOff) return;
			for (const guard of guardsIn(said)) await look([...off, guard]);
		};
		await look([]);
		cells[accident.name] = cell;
	}
	expect(writes(hub)).toEqual([]);
	return cells;
}

/** A cell in words: what holds the list, and `, alone` where it passes without one of these guards. */
export function said(cell: Cell): string {
	const held = cell.get(noneOff) ?? 'passes';
	const isAlone = guardsIn(held).some((guard) => cell.get(guard) === 'passes');
	return held + (isAlone ? ', alone' : '');
}

/** A guard that must stay because of a list: without it the list passes, also beside another guard that is off. */
export interface Need {
	guard: string;
	where: string;
	/** The other guard that is off. */
	beside: string;
}

/** Which guards a cell needs: `guard` is needed where the list is held with it and passes without it. */
export function needsOf(cell: Cell, where: string): Need[] {
	const needs: Need[] = [];
	for (const [off, outcome] of cell) {
		if (outcome !== 'passes' || off === noneOff) continue;
		const guards = off.split(' + ');
		for (const guard of guards) {
			const beside = guards.filter((other) => other !== guard).join(' + ');
			// a guard that was never switched off by itself held nothing there
			const withIt = cell.get(beside) ?? cell.get(noneOff);
			if (withIt !== 'passes') needs.push({ guard, where, beside });
		}
	}
	return needs;
}
