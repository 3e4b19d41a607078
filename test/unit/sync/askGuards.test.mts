import { describe, expect, test } from 'vitest';
import {
	guardChanges,
	guardRun,
	HeldRun,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/askGuards.ts';
import type { Change } from '../../../nodes/MarketplaceHub/actions/sync/change.ts';
import type { EntryGuard } from '../../../nodes/MarketplaceHub/actions/sync/guards/entryGuards.ts';
import type {
	ChangesGuard,
	RunGuard,
} from '../../../nodes/MarketplaceHub/actions/sync/guards/runGuards.ts';
import { change, row, times } from './rows.mts';

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
const ofRun = (...guards: Array<RunGuard | ChangesGuard>) => new Map(guards.map((one) => [one, 5]));
const guarded = async (changes: Change[], guards: EntryGuard[], dryRun = false) => {
	await guardChanges(changes, {
		limits: { ofEntries: ofEntries(...guards), ofRun: ofRun() },
		dryRun,
	});
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
		const [few, many] = [change({}, { estoque: 5 }), change({}, { estoque: 6 })];
		await guarded([few, many], [most]);
		expect([few.stopped, few.failure]).toEqual([undefined, undefined]);
		expect(many.stopped).toBe('held');
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
		await guarded([many], [most], true);
		expect(many.failure?.message).toBe('Would be held: 6 is more; Most (Pieces) is 5');
	});

	test('the first guard that holds is told, and the next ones are not asked', async () => {
		const many = change({}, { estoque: 6 });
		await guarded([many], [most, least]);
		expect(many.failure?.message).toContain('6 is more');
		const few = change({}, { estoque: 1 });
		await guarded([few], [most, least]);
		expect(few.failure?.message).toBe('Held, not sent: too few; Least is 5');
		expect(few.failure?.description).toContain('lower Least or set it to 0');
	});

	test.each<Partial<Change>>([
		{ does: 'unchanged' },
		{ does: 'notInHub' },
		{ does: 'onlyInHub' },
		{ does: 'unread' },
		{ stopped: 'unsendable' },
	])('a change that is not sent is not asked about: %j', async (part) => {
		const one = row({ after: { estoque: 9 }, ...part });
		await guarded([one], [most]);
		expect(one).toMatchObject(part);
		expect(one.failure).toBeUndefined();
	});
});

describe('the whole run', () => {
	const all = runGuard({ inRun: ({ compared }) => `${compared.length} rows` });
	const lower = () => change({ estoque: 5 }, { estoque: 4 });
	const higher = () => change({ estoque: 5 }, { estoque: 6 });
	const stops = (rows: readonly Change[]) => rows.map(({ stopped }) => stopped);
	const ofChanges = (part: Partial<ChangesGuard> = {}): ChangesGuard => ({
		...{ ...all, holds: 'whatRaisesStock' },
		...part,
	});
	const ask = async (
		changes: Change[],
		guards: Array<RunGuard | ChangesGuard>,
		{ dryRun = false } = {},
	) =>
		await guardRun(
			{ changes },
			{ limits: { ofEntries: ofEntries(most), ofRun: ofRun(...guards) }, dryRun },
		);

	test('all that would be sent is held by one failure', async () => {
		const rows = [...times(10, {}), row({ does: 'unchanged' })];
		const held = await ask(rows, [all]);
		expect(held).toBeInstanceOf(HeldRun);
		expect(held).toMatchObject({
			kind: 'held',
			message: 'Nothing was sent: 11 rows; Most (Pieces) is 5',
			description:
				'Look at the list. If it is right, choose Custom under Guards, raise Most (Pieces) or set it to 0, which switches it off, and run again.',
		});
		expect(stops(rows)).toEqual([...Array(10).fill('held'), undefined]);
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
		expect(stops(rows)).toEqual(Array(10).fill(undefined));
		expect((await ask(rows, [silent, all]))?.message).toContain('10 rows');
	});

	test('fewer than ten rows are asked about by the guards on short runs alone', async () => {
		const short = runGuard({ inRun: () => 'short', from: 0 });
		expect(await ask(times(9, {}), [all])).toBeUndefined();
		expect((await ask(times(9, {}), [all, short]))?.message).toContain('short');
		expect((await ask([...times(9, {}), row({ does: 'unread' })], [all]))?.message).toContain(
			'9 rows',
		);
	});

	test('a list of only changes holds what raises stock, and lets go what lowers it', async () => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const held = await ask(rows, [ofChanges()]);
		expect(held?.message).toContain('Nothing that raises stock was sent');
		expect(stops(rows)).toEqual([...Array(9).fill('held'), undefined]);
	});

	test('where all of it lowers stock, nothing is held', async () => {
		const rows = Array.from({ length: 10 }, lower);
		expect(await ask(rows, [ofChanges()])).toBeUndefined();
		expect(stops(rows)).toEqual(Array(10).fill(undefined));
	});

	test('where none of it does, all is held', async () => {
		const held = await ask(Array.from({ length: 10 }, higher), [ofChanges()]);
		expect(held?.message).toContain('Nothing was sent');
	});

	test.each<[string, RunGuard | ChangesGuard]>([
		['a guard that holds all', ofChanges({ holds: 'all' })],
		['another list', all],
	])('%s holds what lowers stock, too', async (_what, one) => {
		const rows = [...Array.from({ length: 9 }, higher), lower()];
		const held = await ask(rows, [one]);
		expect(held?.message).toContain('Nothing was sent');
		expect(stops(rows)).toEqual(Array(10).fill('held'));
	});

	test('only what has its place beside the hub is asked about, equal rows once', async () => {
		const first = row();
		const rows = [first, ...times(9, {}), row({ sameAs: first })];
		rows.push(row({ does: 'notInHub' }), row({ does: 'onlyInHub' }));
		expect((await ask(rows, [all]))?.message).toContain('10 rows');
	});
});
