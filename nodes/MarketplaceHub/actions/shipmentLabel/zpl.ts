/* ZPL, the language of label printers: commands are a prefix, two characters and their parameters. */

/** Prefixes of commands, and the sign between parameters; a label may choose other signs. */
interface Signs {
	caret: string;
	tilde: string;
	delimiter: string;
}

const usual: Signs = { caret: '^', tilde: '~', delimiter: ',' };

/** A command as a printer reads it. */
export interface Command {
	/** The command's two characters in capitals, e.g. `PO`; of the fonts `A`. */
	name: string;
	parameters: readonly string[];
}

/** ZPL of one or several labels. */
export interface Zpl {
	/** A character for each byte. */
	text: string;
	/** The commands of each format (`^XA…^XZ`), without those two. */
	formats: ReadonlyArray<readonly Command[]>;
	/** Place behind the `^XA` of the first one, and the signs that hold there. */
	start: number;
	startSigns: Signs;
	/** The command that brings the usual signs back at the end, e.g. `~CC^`. */
	signsBack: string;
	/** Whether each format ends. */
	isWhole: boolean;
}

/** Commands that print nothing: they tidy up the printer's memory or set it up, as drivers do before each label. */
const withoutPrint = [
	...['ID', 'EF', 'EG', 'FS', 'FX', 'JU'],
	...['TA', 'JS', 'LT', 'LH', 'LS', 'LL', 'LR', 'PW', 'PO', 'PM', 'PR', 'JM', 'MD', 'SD'],
	...['MC', 'MM', 'MN', 'MT', 'MU', 'CI', 'CF', 'CV', 'BY', 'FW', 'ST', 'SZ'],
];

/** Whether text begins a label. */
export const holdsLabel = (content: Buffer): boolean => /\^XA/i.test(content.toString('latin1'));

/** Most commands that are read: a label has some hundred, and millions of them would keep n8n from answering. */
const mostCommands = 100_000;
/** No command that is read has more parameters. */
const mostParameters = 100;

/**
 * Reads ZPL as a printer does: a prefix ends the text before it, comments and data of fields too. ZPL with more
 * than 100,000 commands is not whole.
 */
export function readZpl(content: Buffer): Zpl {
	const text = content.toString('latin1');
	const formats: Command[][] = [];
	const signs = { ...usual };
	let open: Command[] | undefined;
	let start = 0;
	let startSigns = usual;
	let next = nextOf(signs);
	let count = 0;
	for (let at = next(text, 0); at >= 0 && count <= mostCommands; count++) {
		const isFont = /a/i.test(text.charAt(at + 1));
		const end = at + (isFont ? 2 : 3);
		const name = text.slice(at + 1, end).toUpperCase();
		const sign = signNamed(name);
		if (sign !== undefined) {
			signs[sign] = text.charAt(end);
			next = nextOf(signs);
			at = next(text, end + 1);
			continue;
		}
		at = next(text, end);
		const rest = text.slice(end, at < 0 ? undefined : at);
		const parameters = rest.split(signs.delimiter, mostParameters).map((one) => one.trim());
		if (name === 'XA') {
			if (formats.length === 0) [start, startSigns] = [end, { ...signs }];
			open = [];
		} else if (name === 'XZ') {
			if (open !== undefined) formats.push(open);
			open = undefined;
		} else open?.push({ name, parameters });
		const skipped = binaryBytes(name, parameters, rest, signs.delimiter);
		if (skipped > 0) at = next(text, end + skipped);
	}
	const isWhole = formats.length > 0 && open === undefined && count <= mostCommands;
	return { text, formats, start, startSigns, signsBack: signsBack(signs), isWhole };
}

function signsBack({ caret, tilde, delimiter }: Signs): string {
	const parts = [
		...(caret === usual.caret ? [] : [`${tilde}CC${usual.caret}`]),
		...(delimiter === usual.delimiter ? [] : [`${tilde}CD${usual.delimiter}`]),
		// last, since it names the sign that the others begin with
		...(tilde === usual.tilde ? [] : [`${tilde}CT${usual.tilde}`]),
	];
	return parts.join('');
}

function signNamed(name: string): keyof Signs | undefined {
	if (name === 'CC') return 'caret';
	if (name === 'CT') return 'tilde';
	return name === 'CD' ? 'delimiter' : undefined;
}

/** Finds the next prefix of a command from a place on; -1 for none. */
function nextOf({ caret, tilde }: Signs): (text: string, from: number) => number {
	const prefix = new RegExp(
		`[${[caret, tilde].map((one) => `\\u{${hexOf(one)}}`).join('')}]`,
		'gu',
	);
	return (text, from) => {
		prefix.lastIndex = from;
		return prefix.exec(text)?.index ?? -1;
	};
}

const hexOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** How long the parameters of a command are that has binary data, in which prefixes mean nothing; 0 for any other. */
function binaryBytes(
	name: string,
	parameters: readonly string[],
	rest: string,
	delimiter: string,
): number {
	const [isData, bytes, before] =
		name === 'GF'
			? [/^[BC]$/i.test(parameters[0] ?? ''), parameters[1], 4]
			: [name === 'DY' && /^[BC]$/i.test(parameters[1] ?? ''), parameters[3], 5];
	const count = Number(bytes);
	if (!isData || !Number.isSafeInteger(count)) return 0;
	const lead = rest.split(delimiter, before).join(delimiter).length + 1;
	return lead + count;
}

/** How many labels it prints: formats that only store one (`^DF`), tidy up or set the printer up do not count. */
export function labelsIn({ formats }: Zpl): number {
	const printed = formats.filter((commands) => {
		const isStored = commands.some(({ name }) => name === 'DF');
		const isEmpty =
			commands.length > 0 && commands.every(({ name }) => withoutPrint.includes(name));
		return !isStored && !isEmpty;
	});
	return Math.max(1, printed.length);
}
