import { z } from 'zod';
import { expect, test } from 'vitest';
import type { Hub } from '../../nodes/MarketplaceHub/api/hub.ts';
import { type List, readList } from '../../nodes/MarketplaceHub/api/pagination.ts';
import { UnreadableRecord } from '../../nodes/MarketplaceHub/api/schemas/reads/orderAnswers.ts';

type Answer = { rows: number[]; info: { total: number; next?: string } };

test('a list that grows is read once, whatever the order of the answers', async () => {
	const size = 450;
	let total = size;
	const offsets: number[] = [];
	const waiting: Array<() => void> = [];
	const unsettled = new Set<string>();
	const hub = {
		report: { unsettled, addUnreadable() {}, addTotal() {} },
		async request(_name: string, input: { query: { offset: number } }, reader: z.ZodTypeAny) {
			const { offset } = input.query;
			offsets.push(offset);
			// all but the first page are answered in falling order, and a record comes before each answer
			if (offset > 0) {
				await new Promise<void>((resolve) => {
					waiting.push(resolve);
					if (waiting.length === 4) waiting.pop()!();
				});
				total++;
			}
			const rows = Array.from({ length: Math.min(100, size - offset) }, (_, at) => offset + at);
			const answer: Answer = { rows, info: { total } };
			queueMicrotask(() => setImmediate(() => waiting.pop()?.()));
			return reader.parse(answer);
		},
	} as unknown as Hub<'productList'>;
	const list = {
		endpoint: 'productList',
		rows: z.object({ rows: z.array(z.number()) }).transform(({ rows }) => rows),
		identity: (row: number) => row,
	} as unknown as List<number, 'productList'>;
	const rows = await readList(hub, list);
	expect(rows).toHaveLength(size);
	expect(offsets.filter((offset) => offset === 100)).toHaveLength(1);
	expect([...unsettled]).toEqual([]);
});

test('a page of records that cannot be worked on does not end the list', async () => {
	const hub = {
		report: { unsettled: new Set(), addUnreadable() {}, addTotal() {} },
		async request(_name: string, input: { query: { offset: number } }, reader: z.ZodTypeAny) {
			const { offset } = input.query;
			const rows = Array.from({ length: 100 }, (_, at) => (offset === 200 ? null : offset + at));
			return await Promise.resolve(reader.parse({ rows, info: { total: 3000 } }));
		},
	} as unknown as Hub<'productList'>;
	const list = {
		endpoint: 'productList',
		rows: z
			.object({ rows: z.array(z.unknown()) })
			.transform(({ rows }) => rows.map((row) => row ?? new UnreadableRecord('product 1'))),
		identity: (row: number) => row,
	} as unknown as List<number, 'productList'>;
	expect(await readList(hub, list)).toHaveLength(2900);
});
