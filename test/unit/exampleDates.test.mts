import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { orderRecord } from '../../nodes/MarketplaceHub/api/schemas/reads/records.ts';
import { readRecord } from '../../nodes/MarketplaceHub/api/schemas/reads/recordSchema.ts';
import { projectRoot } from '../server/install.mjs';
import { evaluated, type Outside } from '../support/expressions.mts';

/* Dates as hubs really give them, in the expressions of examples. */

/** The expression of a node that matches. */
function expressionIn(example: string, node: string, wanted: RegExp): string {
	const file = join(projectRoot, 'examples', `${example}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ name: string; parameters: object }>;
	};
	const texts: string[] = [];
	JSON.stringify(nodes.find(({ name }) => name === node)?.parameters, (_key, value: unknown) => {
		if (typeof value === 'string') texts.push(value);
		return value;
	});
	return texts.find((text) => wanted.test(text))!;
}

/** An order as the node gives it. */
const surroundings = (order: IDataObject): Outside => ({
	$json: readRecord(order, orderRecord),
	...{ DateTime, $now: DateTime.now() },
});

test('watch-orders.json: an order that is not stored is told after half an hour, or where its date says nothing', () => {
	const expression = expressionIn('watch-orders', 'For Half an Hour', /dataIntegracao/);
	const isTold = (dataIntegracao: string | undefined) =>
		evaluated(expression, surroundings({ dataIntegracao }));
	const ago = (minutes: number) => DateTime.now().minus({ minutes });
	expect(isTold(ago(29).toISO())).toBe('false');
	expect(isTold(ago(31).toISO())).toBe('true');
	expect(isTold(ago(29).toFormat('dd/MM/yyyy HH:mm:ss'))).toBe('false');
	for (const odd of ['0000-00-00 00:00:00', '28/11/2020 10:00:00', '', undefined])
		expect([odd, isTold(odd)]).toEqual([odd, 'true']);
});
