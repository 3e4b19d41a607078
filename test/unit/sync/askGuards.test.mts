import { describe, expect, test } from 'vitest';
import {
	guardChanges,
	guardRun,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/askGuards.ts';
import { HeldRun } from '../../../nodes/MarketplaceHub/actions/sync/guards/held.ts';
import type { Change } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import type { EntryGuard } from '../../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import type { RunGuard } from '../../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import { change, row, times, unsendable } from './rows.mts';

const named = { name: 'most', displayName: 'Most (Pieces)', description: 'Holds', default: 1 };
const entryGuard = (part: Partial<EntryGuard>): EntryGuard => ({
	...{ ...named, inEntry: () => undefined },
	...part,
});
const runGuard = (part: Partial<RunGuard>): RunGuard => ({
	...{ ...named, from: 10, inRun: () => undefined },
	...part,
});
const ofEntries = (...guards: EntryGuard[]) => new Map(guards.map((one) => [one, 5]));
const ofRun = (...guards: Array<RunGuard>) => new Map(guards.map((one) => [one, 5]));
const guarded = async (change: Change, guards: EntryGuard[], dryRun = false) => {
	const limits = { ofEntries: ofEntries(...guards), ofRun: ofRun() };
	return (await guardChanges([change], { limits, dryRun }))[0]!;
};
const most = entryGuard({
	inEntry: ({ after }, limit) =>
		Number(after.estoque) > limit ? `${String(after.estoque)} is more` : undefined,
});
const least = entryGuard({
	name: 'least',
	displayName: 'Least',
	turn: 'lower',
	inEntry: () => 'too few',
});

describe('rows', () => {
	test('one beyond a limit is held, with the reason and what to do', async () => {
		const few = change({}, { estoque: 5 });
		expect(await guarded(few, [most])).toBe(few);
		const many = await guarded(change({}, { estoque: 6 }), [most]);
		expect(many).toMatchObject({ does: 'update', after: { estoque: 6 } });
		expect(many.failure).toMatchObject({
			kind: 'held',
			outcome: 'notSent',
			message: 'Held, not sent: 6 is more; Most (Pieces) is 5',
			guard: 'Most (Pieces)',
			description:
				'Look at the values. If they are right, choose Custom under Options > Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again.',
		});
	});

	test('in a dry run it would be held', async () => {
		const many = await guarded(change({}, { estoque: 6 }), [most], true);
		expect(many.failure?.message).toBe('Would be held: 6 is more; Most (Pieces) is 5');
	});

	test('the first guard that holds is told, and the next ones are not asked', async () => {
		const many = await guarded(change({}, { estoque: 6 }), [most, least]);
		expect(many.failure?.message).toContain('6 is more');
		const few = await guarded(change({}, { estoque: 1 }), [most, least]);
		expect(few.failure?.message).toBe('Held, not sent: too few; Least is 5');
		expect(few.failure?.description).toContain('lower Least or set it to 0');
	});

	test.each<Change>([
		row({ after: { estoque: 9 }, does: 'unchanged' }),
		row({ after: { estoque: 9 }, does: 'notInHub' }),
		row({ after: { estoque: 9 }, does: 'onlyInHub' }),
		row({ does: 'notCompared' }),
		row({ after: { estoque: 9 }, failure: unsendable }),
	])('a change that is not sent is not asked about: %j', async (one) => {
		expect(await guarded(one, [most])).toBe(one);
	});
});

describe('the whole run', () => {
	const all = runGuard({ inRun: ({ compared }) => `${compared.length} rows` });
	const lower = () => change({ estoque: 5 }, { estoque: 4 });
	const higher = () => change({ estoque: 5 }, { estoque: 6 });
	const stops = (changes: readonly Change[]) => changes.map(({ failure }) => failure?.kind);
	const ofChanges = (part: Partial<RunGuard> = {}): RunGuard => ({
		...{ ...all, holds: 'whatRaisesStock' },
		...part,
	});
	const ask = async (
		changes: readonly Change[],
		guards: Array<RunGuard>,
		{ dryRun = false } = {},
	) =>
		await guardRun(
			{ changes },
			{ limits: { ofEntries: ofEntries(most), ofRun: ofRun(...guards) }, dryRun },
		);

	test('all that would be sent is held by one failure', async () => {
		const rows = [...times(10, {}), row({ does: 'unchanged' })];
		const { heldRun: held, changes } = await ask(rows, [all]);
		expect(held).toBeInstanceOf(HeldRun);
		expect(held).toMatchObject({
			kind: 'held',
			message: 'Nothing was sent: 11 rows; Most (Pieces) is 5',
			...{ guard: 'Most (Pieces)', isRunHeld: true },
			description:
				'Look at the list. If it is right, choose Custom under Options > Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again.',
		});
		expect(stops(changes)).toEqual([...Array(10).fill('held'), undefined]);
		expect(changes[0]?.failure).toBe(held);
		expect(changes[10]).toBe(rows[10]);
	});

	test('the first guard that holds is told, and each other limit that the run is beyond', async () => {
		const other = runGuard({ displayName: 'Other', inRun: () => 'too many rows' });
		const silent = runGuard({ inRun: () => undefined });
		const { heldRun } = await ask(times(10, {}), [all, silent, other]);
		expect(heldRun?.message).toBe('Nothing was sent: 10 rows; Most (Pieces) is 5');
		expect(heldRun?.description).toBe(
			'Look at the list. If it is right, choose Custom under Options > Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again. The run is beyond another limit, too: too many rows; Other is 5.',
		);
	});

	test('what one guard spares and another holds is held', async () => {
		const spares = ofChanges();
		const holdsAll = ofChanges({ displayName: 'Other', holds: 'all' });
		const rows = [...times(5, lower()), ...times(5, higher())];
		const { heldRun, changes } = await ask(rows, [spares, holdsAll]);
		expect(heldRun?.message).toContain('Nothing was sent: ');
		expect(stops(changes)).toEqual(Array(10).fill('held'));
	});

	test('in a dry run nothing would be sent', async () => {
		const { heldRun } = await ask(times(10, {}), [all], { dryRun: true });
		expect(heldRun?.message).toBe('Nothing would be sent: 10 rows; Most (Pieces) is 5');
	});

	test('a guard that says nothing lets all go, and the next one is asked', async () => {
		const silent = runGuard({ inRun: () => undefined });
		const rows = times(10, {});
		expect(await ask(rows, [silent])).toEqual({ changes: rows });
		expect((await ask(rows, [silent, all])).heldRun?.message).toContain('10 rows');
	});

	test('fewer than ten rows are asked about by the guards on short runs alone', async () => {
		const short = runGuard({ inRun: () => 'short', from: 0 });
		const said = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).heldRun?.message;
		expect(await said(times(9, {}), [all])).toBeUndefined();
		expect(await said(times(9, {}), [all, short])).toContain('short');
		const withBroken = [...times(9, {}), row({ does: 'notCompared' })];
		expect(await said(withBroken, [all])).toContain('9 rows');
	});

	test('a list of only changes holds what raises stock, and lets go what lowers it', async () => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const { heldRun, changes } = await ask(rows, [ofChanges()]);
		expect(heldRun?.message).toContain('Nothing that raises stock was sent');
		expect(stops(changes)).toEqual([...Array(9).fill('held'), undefined]);
	});

	test('where all of it lowers stock, nothing is held', async () => {
		const rows = Array.from({ length: 10 }, lower);
		expect(await ask(rows, [ofChanges()])).toEqual({ changes: rows });
	});

	test('where none of it does, all is held', async () => {
		const { heldRun } = await ask(Array.from({ length: 10 }, higher), [ofChanges()]);
		expect(heldRun?.message).toContain('Nothing was sent');
	});

	test.each<[string, RunGuard]>([
		['a guard that holds all', ofChanges({ holds: 'all' })],
		['another list', all],
	])('%s holds what lowers stock, too', async (_what, one) => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const { heldRun, changes } = await ask(rows, [one]);
		expect(heldRun?.message).toContain('Nothing was sent');
		expect(stops(changes)).toEqual(Array(10).fill('held'));
	});

	test('only what has its place beside the hub is asked about', async () => {
		const changes = [...times(10, {}), row({ does: 'notInHub' }), row({ does: 'onlyInHub' })];
		expect((await ask(changes, [all])).heldRun?.message).toContain('10 rows');
	});
});
