import range from 'lodash/range.js';
import { expect, test } from 'vitest';
import { xmlFile } from '../../nodes/MarketplaceHub/actions/fiscalDocument/xmlFile.ts';
import { ExecutionHints } from '../../nodes/MarketplaceHub/actions/hints.ts';
import { combineZpl } from '../../nodes/MarketplaceHub/actions/shipmentLabel/combineZpl.ts';
import { namedAsFields } from '../../nodes/MarketplaceHub/api/schemas/columns/columnNames.ts';
import { priceFields } from '../../nodes/MarketplaceHub/api/schemas/writes/prices.ts';
import { readNotes } from '../../nodes/MarketplaceHub/api/send/notes.ts';
import { isCancelled } from '../../nodes/MarketplaceHub/api/values/statuses.ts';

/* What a hub or a file gives costs time in proportion to its length, and not to the product of two lengths. */

const xmlOf = (chaveAcesso: string, xml: string) =>
	xmlFile({ hints: new ExecutionHints(undefined as never, '') }, { chaveAcesso, xml });

const costs: Array<[what: string, run: () => unknown]> = [
	[
		'a long key in a long XML',
		() => xmlOf(`ab${'a'.repeat(4e4)}`, `<nfe>${'a'.repeat(8e5)}</nfe>`),
	],
	[
		'a long root of an XML',
		() => {
			const root = `nfe${'a'.repeat(2.5e5)}`;
			return xmlOf('1', `<${root}>${`</${root.slice(0, -1)}`.repeat(6)}${'a'.repeat(2.5e6)}`);
		},
	],
	[
		'many parameters of one label beside many commands of the next',
		async () =>
			await combineZpl(
				[`^XA^CF${','.repeat(1e6)}7^XZ`, `^XA${'^CFA'.repeat(2_000)}^XZ`].map((each) =>
					Buffer.from(each),
				),
			),
	],
	[
		'many notes of a batch beside rows with variations',
		() => {
			const rows = range(100).map((row) => ({
				...{ itemIndexes: [row], position: row, identity: { sku: `P${row}` } },
				body: { variacoes: range(20).map((each) => ({ skuVariacao: `P${row}-${each}` })) },
			}));
			const observacoes = range(4e4).map((note) => ({ identificador: `X${note}`, sucesso: false }));
			return readNotes({ rows, batchId: 1, followed: { record: { observacoes } } });
		},
	],
	[
		'many columns that mean one field',
		() =>
			namedAsFields(
				Object.fromEntries(
					range(16_000).map((each) => [
						`preco${'-'.repeat(each % 128)}_${' '.repeat(each / 128)}De`,
						each,
					]),
				),
				priceFields,
			),
	],
	['a status of many marks', () => isCancelled(`a${'\u0301'.repeat(1e6)}${'\u0323'.repeat(1e6)}`)],
	['a status of many denials', () => isCancelled('nao cancelado '.repeat(5e4))],
];

test.each(costs)('%s', async (_what, run) => {
	const began = performance.now();
	await run();
	expect(performance.now() - began).toBeLessThan(1_500);
});
