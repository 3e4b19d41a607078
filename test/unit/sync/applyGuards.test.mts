import { describe, expect, test } from 'vitest';
import {
	guardRows,
	guardRun,
	HeldRun,
} from '../../../nodes/MarketplaceHub/actions/write/sync/applyGuards.ts';
import type {
	EntryGuard,
	RunGuard,
	RunPreview,
} from '../../../nodes/MarketplaceHub/actions/write/sync/guards.ts';
import type { SyncRow } from '../../../nodes/MarketplaceHub/actions/write/sync/syncRow.ts';
import { change, row, times } from './rows.mts';

const named = { name: 'most', displayName: 'Most (Pieces)', description: 'Holds', default: 1 };
const entryGuard = (part: Partial<EntryGuard>): EntryGuard => ({
	...{ ...named, inEntry: () => undefined },
	...part,
});
const runGuard = (part: Partial<RunGuard>): RunGuard => ({
	...{ ...named, inRun: () => undefined },
	...part,
});
const ofEntries = (...guards: EntryGuard[]) => new Map(guards.map((one) => [one, 5]));
const ofRun = (...guards: RunGuard[]) => new Map(guards.map((one) => [one, 5]));
const limits = (...guards: EntryGuard[]) => ({ ofEntries: ofEntries(...guards), ofRun: ofRun() });
const most = entryGuard({
	inEntry: ({ written }, limit) =>
		Number(written.estoque) > limit ? `${String(written.estoque)} is more` : undefined,
});
const least = entryGuard({
	name: 'least',
	displayName: 'Least',
	isLowest: true,
	inEntry: () => 'too few',
});

describe('rows', () => {
	test('one beyond a limit is held, with the reason and what to do', async () => {
		const [few, many] = [change({}, { estoque: 5 }), change({}, { estoque: 6 })];
		await guardRows([few, many], limits(most), false);
		expect([few.status, few.failure]).toEqual(['change', undefined]);
		expect(many.status).toBe('held');
		expect(many.failure).toMatchObject({
			kind: 'held',
			outcome: 'notSent',
			message: 'Held, not sent: 6 is more; Most (Pieces) is 5',
			description:
				'Look at the values. If they are right, choose Custom under Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again.',
		});
	});

	test('in a dry run it would be held', async () => {
		const many = change({}, { estoque: 6 });
		await guardRows([many], limits(most), true);
		expect(many.failure?.message).toBe('Would be held: 6 is more; Most (Pieces) is 5');
	});

	test('the first guard that holds is told, and the next ones are not asked', async () => {
		const many = change({}, { estoque: 6 });
		await guardRows([many], limits(most, least), false);
		expect(many.failure?.message).toContain('6 is more');
		const few = change({}, { estoque: 1 });
		await guardRows([few], limits(most, least), false);
		expect(few.failure?.message).toBe('Held, not sent: too few; Least is 5');
		expect(few.failure?.description).toContain('lower Least or set it to 0');
	});

	test('a row that is not sent is not asked about', async () => {
		const one = row({ status: 'unchanged', written: { estoque: 9 } });
		await guardRows([one], limits(most), false);
		expect(one.status).toBe('unchanged');
	});
});

describe('the whole run', () => {
	const all = runGuard({ inRun: ({ compared }) => `${compared.length} rows` });
	const lower = () => change({ estoque: 5 }, { estoque: 4 });
	const higher = () => change({ estoque: 5 }, { estoque: 6 });
	const statuses = (rows: readonly SyncRow[]) => rows.map(({ status }) => status);
	const ask = async (
		compared: SyncRow[],
		guards: RunGuard[],
		{ dryRun = false, ...part }: Partial<RunPreview> & { dryRun?: boolean } = {},
	) =>
		await guardRun(
			{ compared, notCompared: 0, ...part },
			{ ofEntries: ofEntries(most), ofRun: ofRun(...guards) },
			dryRun,
		);

	test('all that would be sent is held by one failure', async () => {
		const rows = [...times(10, {}), row({ status: 'unchanged' })];
		const held = await ask(rows, [all]);
		expect(held).toBeInstanceOf(HeldRun);
		expect(held).toMatchObject({
			kind: 'held',
			message: 'Nothing was sent: 11 rows; Most (Pieces) is 5',
			description:
				'Look at the list. If it is right, choose Custom under Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again.',
		});
		expect(statuses(rows)).toEqual([...Array(10).fill('held'), 'unchanged']);
		expect(rows[0]?.failure).toBe(held);
		expect(rows[10]?.failure).toBeUndefined();
	});

	test('in a dry run nothing would be sent', async () => {
		const held = await ask(times(10, {}), [all], { dryRun: true });
		expect(held?.message).toBe('Nothing would be sent: 10 rows; Most (Pieces) is 5');
	});

	test('a guard that says nothing lets all go, and the next one is asked', async () => {
		const silent = runGuard({ inRun: () => undefined });
		const rows = times(10, {});
		expect(await ask(rows, [silent])).toBeUndefined();
		expect(statuses(rows)).toEqual(Array(10).fill('change'));
		expect((await ask(rows, [silent, all]))?.message).toContain('10 rows');
	});

	test('fewer than ten rows are asked about by the guards on short runs alone', async () => {
		const short = runGuard({ inRun: () => 'short', inShortRuns: true });
		expect(await ask(times(9, {}), [all])).toBeUndefined();
		expect((await ask(times(9, {}), [all, short]))?.message).toContain('short');
		expect((await ask(times(9, {}), [all], { notCompared: 1 }))?.message).toContain('9 rows');
	});

	test('a list of only changes holds what raises stock, and lets go what lowers it', async () => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const held = await ask(rows, [all], { onlyChanges: true });
		expect(held?.message).toContain('Nothing that raises stock was sent');
		expect(statuses(rows)).toEqual([...Array(9).fill('held'), 'change']);
	});

	test('where all of it lowers stock, nothing is held', async () => {
		const rows = Array.from({ length: 10 }, lower);
		expect(await ask(rows, [all], { onlyChanges: true })).toBeUndefined();
		expect(statuses(rows)).toEqual(Array(10).fill('change'));
	});

	test('where none of it does, all is held', async () => {
		const held = await ask(Array.from({ length: 10 }, higher), [all], { onlyChanges: true });
		expect(held?.message).toContain('Nothing was sent');
	});

	test.each<[string, RunGuard, Partial<RunPreview>]>([
		['a guard that holds all', { ...all, holdsAll: true }, { onlyChanges: true }],
		['another list', all, {}],
	])('%s holds what lowers stock, too', async (_what, one, part) => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const held = await ask(rows, [one], part);
		expect(held?.message).toContain('Nothing was sent');
		expect(statuses(rows)).toEqual(Array(10).fill('held'));
	});
});
