import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combineZpl } from '../../nodes/MarketplaceHub/actions/shipmentLabel/combineZpl.ts';
import { labelsIn, readZpl } from '../../nodes/MarketplaceHub/actions/shipmentLabel/zpl.ts';

/* A printer, as its manual describes it: what is set holds for the labels to come. */

const atStart = {
	...{ MC: 'Y', PO: 'N', CI: '0', FW: 'N,0', CF: 'A,9,5', BY: '2,3.0,10' },
	...{ PW: 'own', LL: 'own', LH: 'own', LT: 'own', LS: 'own', MM: 'own' },
} as Record<string, string>;

/** The text of each field that prints, with the settings that hold there. */
function print(zpl: string): string[] {
	const state = { ...atStart };
	const printed: string[] = [];
	let caret = '^';
	for (let rest = zpl; rest !== ''; ) {
		const at = rest.indexOf(caret);
		if (at < 0) break;
		const name = rest.slice(at + 1, at + 3).toUpperCase();
		rest = rest.slice(at + 3);
		if (name === 'CC') {
			caret = rest.charAt(0);
			rest = rest.slice(1);
			continue;
		}
		const end = rest.indexOf(caret);
		// `~CC^` is the only command with the other sign
		const back = rest.indexOf('~CC^');
		if (back >= 0 && (end < 0 || back < end)) {
			rest = rest.slice(back + 4);
			caret = '^';
			continue;
		}
		const value = (end < 0 ? rest : rest.slice(0, end)).trim();
		if (name === 'FD') printed.push(JSON.stringify({ value, ...state }));
		else if (name in state) {
			const before = state[name]!.split(',');
			value.split(',').forEach((one, place) => one !== '' && (before[place] = one.toUpperCase()));
			state[name] = before.join(',');
		}
	}
	return printed;
}

const combine = async (...labels: string[]) => {
	const files = await combineZpl(labels.map((label) => Buffer.from(label, 'latin1')));
	return files.map(({ content }) => content.toString('latin1'));
};

describe('what a label has set for good is put back before the next one', () => {
	test.each([
		['^MCN', '^MCY'],
		['^POI', '^PON'],
		['^CI28', '^CI0'],
		['^FWR', '^FWN'],
		['^FWR,1', '^FWN,0'],
		['^CF0,60', '^CFA,9,5'],
		['^BY4,2,100', '^BY2,3.0,10'],
		['^BY4', '^BY2,3.0,10'],
		['^poi', '^PON'],
		['^POI^FWR', '^PON^FWN'],
		['^LRY^PMY', '^LRN^PMN'],
		['^MUI', '^MUD'],
		['^MUM,203,300', '^MUD'],
	])('%s by %s', async (set, back) => {
		const files = await combine(
			`^XA${set}^FO1,1^FDa^FS^XZ`,
			'^XA^FO1,1^FDb^FS^XZ',
			'^XA^FDc^FS^XZ',
		);
		expect(files).toEqual([
			`^XA${set}^FO1,1^FDa^FS^XZ\n^XA${back}^FO1,1^FDb^FS^XZ\n^XA^FDc^FS^XZ\n`,
		]);
	});

	test.each([
		['^CI28', '^CI28'],
		['^POI', '^PON'],
		['^BY3,2,50', '^BY2,3,10'],
	])('but not %s where the next label begins with %s', async (set, own) => {
		const labels = [`^XA${set}^FDa^FS^XZ`, `^XA^PQ1${own}^FDb^FS^XZ`];
		expect(await combine(...labels)).toEqual([`${labels.join('\n')}\n`]);
	});

	test.each([
		['a part of it', '^BY3,2,50', '^BY2'],
		['after a field', '^POI', '^FDx^FS^PON'],
	])('it is, where the next one sets %s', async (_what, set, own) => {
		const [file] = await combine(`^XA${set}^FDa^FS^XZ`, `^XA${own}^FDb^FS^XZ`);
		expect(file).toMatch(/\n\^XA\^(BY2,3\.0,10\^BY2|PON\^FDx)/);
	});

	test('what equals the value of a new printer needs nothing', async () => {
		const labels = ['^XA^PON^CI0^FWN^CFA,9,5^BY2,3,10^MCY^FDa^FS^XZ', '^XA^FDb^FS^XZ'];
		expect(await combine(...labels)).toEqual([`${labels.join('\n')}\n`]);
	});

	test('signs that a label has changed are changed back', async () => {
		const [file] = await combine('^XA^CC/ /POI/FDuse ^PW800/FS/XZ', '^XA^FDb^FS^XZ');
		expect(file).toBe('^XA^CC/ /POI/FDuse ^PW800/FS/XZ~CC^\n^XA^PON^FDb^FS^XZ\n');
		const [other] = await combine('^XA^CT+^CD;^BY4;2;50^FDa^FS^XZ', '^XA^FDb^FS^XZ');
		expect(other).toBe('^XA^CT+^CD;^BY4;2;50^FDa^FS^XZ+CD,+CT~\n^XA^BY2,3.0,10^FDb^FS^XZ\n');
	});

	test('what is put back bears the signs of the label before which it stands', async () => {
		const [file] = await combine('^XA^BY4,2,50^FDa^FS^XZ', '^CC++CD;\n+XA+FDb+FS+XZ');
		expect(file).toContain('+XA+BY2;3.0;10+FDb');
	});

	test('bytes stay as they are, also where data looks like commands', async () => {
		const graphic = `^GFB,8,8,1,\xff^POI~\x00\xfe`;
		const label = `~DYR:A,B,G,8,1,^XA^POI!\n^XA${graphic}^FDção\xe3^FS^XZ`;
		expect(await combine(label, '^XA^FDb^FS^XZ')).toEqual([`${label}\n^XA^FDb^FS^XZ\n`]);
	});

	test('any labels print in their files as they print alone', async () => {
		const setting = fc.constantFrom(
			...['^POI', '^PON', '^CI28', '^CI0', '^FWR', '^FWN', '^CF0,60', '^CFA,9,5', '^CF0', '^MCN'],
			...['^BY4', '^BY3,2', '^BY2,3.0,10', '^CC/'],
		);
		// these hold for a whole label wherever they stand in it
		const ofPrinter = fc.constantFrom('', '', '^PW800', '^PW400', '^LL1200', '^LH0,0', '^MMT');
		const label = fc
			.array(fc.tuple(ofPrinter, fc.array(setting, { maxLength: 4 })), {
				minLength: 1,
				maxLength: 2,
			})
			.map((formats) => {
				let caret = '^';
				const told = (command: string) => {
					const text = command.replace('^', caret);
					if (command === '^CC/') caret = '/';
					return text;
				};
				return formats
					.map(([own, commands]) => {
						const start = told('^XA') + told(own);
						const parts = commands.map((one, at) => told(one) + (at === 1 ? told('^FDm^FS') : ''));
						return `${start}${parts.join('')}${told('^FDx')}${told('^FS')}${told('^XZ')}`;
					})
					.join('')
					.replace(/m\^FS/g, 'm');
			});
		await fc.assert(
			fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 6 }), async (labels) => {
				const files = await combine(...labels);
				const printed = files.flatMap(print).sort();
				expect(printed).toEqual(labels.flatMap(print).sort());
			}),
			{ numRuns: 500 },
		);
	});
});

describe('what each printer has in its own way', () => {
	test.each([
		['^PW800', '^PW400'],
		['^PW800', ''],
		['^LL1200', ''],
		['^LH0,0', '^LH10,0'],
		['^LT10', ''],
		['^LS5', '^LS6'],
		['^MMT', '^MMC'],
		['^PW800^LL1200', '^PW800'],
	])('labels with %s and with "%s" come in two files', async (one, other) => {
		const labels = [one, other, one].map((own) => `^XA${own}^FDx^FS^XZ`);
		expect(await combine(...labels)).toEqual([`${labels[0]}\n${labels[2]}\n`, `${labels[1]}\n`]);
	});

	test.each([
		['in another order', '^PW800^LL1200', '^LL1200^PW800'],
		['in small letters', '^mmt', '^MMT'],
		['with blanks', '^PW800', '^PW 800\n'],
	])('the same settings %s are one file', async (_how, one, other) => {
		const labels = [one, other].map((own) => `^XA${own}^FDx^FS^XZ`);
		expect(await combine(...labels)).toHaveLength(1);
	});

	test('a file whose second label sets what its first does not follows no other', async () => {
		const label = '^XA^FDa^FS^XZ^XA^PW800^FDb^FS^XZ';
		expect(await combine(label, label)).toEqual([`${label}\n`, `${label}\n`]);
	});
});

test.each<[string, string, number]>([
	['one', '^XA^FDa^FS^XZ', 1],
	['two', '^XA^FDa^FS^XZ\r\n^XA^FDb^FS^XZ', 2],
	['small letters', '^xa^fda^fs^xz^xa^xz', 2],
	['other signs', '~CC/ /XA/FDa/FS/XZ/XA/FDb ^XZ/FS/XZ', 2],
	['text that looks like an end', '^XA^FDXZ ^FS^FX XZ XA^FS^XZ', 1],
	['a stored format and its recall', '^XA^DFR:A.ZPL^FS^FN1^FS^XZ^XA^XFR:A.ZPL^FN1^FDx^FS^XZ', 1],
	['with tidying', '^XA^FDa^FS^XZ^XA^IDR:*.*^FS^XZ', 1],
	[
		"with the settings that Zebra's driver sends in a format of their own",
		'^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR6,6~SD15^JUS^LRN^CI27^XZ^XA^MMT^PW812^FDa^FS^XZ',
		1,
	],
	['only what is stored', '^XA^DFR:A.ZPL^FS^XZ', 1],
	['copies', '^XA^PQ3^FDa^FS^XZ', 1],
])('labels are counted: %s', (_what, zpl, count) => {
	expect(labelsIn(readZpl(Buffer.from(zpl)))).toBe(count);
});
