/** Elements that stand on lines of their own. */
const block =
	/^(?:address|article|blockquote|br|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/;
/** Elements whose content nobody reads. */
const hiddenElement = /^(?:script|style)$/;

const combining: Record<string, string> = {
	grave: '\u0300',
	acute: '\u0301',
	circ: '\u0302',
	tilde: '\u0303',
	uml: '\u0308',
	ring: '\u030a',
	cedil: '\u0327',
};

const namedEntities: Record<string, string> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '' },
	...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009' },
	...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', times: '×', divide: '÷' },
	...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
	...{ sbquo: '‚', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
	...{ deg: '°', ordf: 'ª', ordm: 'º', sup1: '¹', sup2: '²', sup3: '³', micro: 'µ' },
	...{ frac12: '½', frac14: '¼', frac34: '¾', plusmn: '±', euro: '€', pound: '£', cent: '¢' },
	...{ copy: '©', reg: '®', trade: '™', sect: '§', para: '¶', szlig: 'ß' },
};

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}\d{0,2}));/gi;
const accented = /^([a-z])(grave|acute|circ|tilde|uml|ring|cedil)$/i;

const isCharacter = (code: number) =>
	code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

function characterOf(name: string): string | undefined {
	const [, letter = '', accent = ''] = accented.exec(name) ?? [];
	if (letter !== '') return (letter + (combining[accent.toLowerCase()] ?? '')).normalize();
	return Object.hasOwn(namedEntities, name) ? namedEntities[name] : undefined;
}

const decoded = (text: string) =>
	text.replace(entity, (all: string, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) return characterOf(name) ?? all;
		const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
		return isCharacter(code) ? String.fromCodePoint(code) : all;
	});

/** Letters, blanks and quotation marks: written as an entity or as themselves, they mean the same. */
const plainCharacter = /^[\p{L}\s"'‘’‚“”„«»‹›]$/u;

/** Markup without entities of letters, blanks and quotation marks. */
export const withPlainEntities = (markup: string): string =>
	markup.replace(entity, (all: string) => {
		const character = decoded(all);
		return plainCharacter.test(character) ? character : all;
	});

function separatorFor(element: string): string {
	if (block.test(element)) return '\n';
	return /^t[dh]$/.test(element) ? ' ' : '';
}

/** Text outside tags, with a line break for each element that stands on a line of its own. */
function outsideTags(html: string): string {
	const parts: string[] = [];
	let end = 0;
	for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', end)) {
		parts.push(html.slice(end, start));
		const isComment = html.startsWith('<!--', start);
		const [, name] = /^<\/?([a-z!?][a-z\d]*)/i.exec(html.slice(start, start + 20)) ?? [];
		if (name === undefined) {
			parts.push('<');
			end = start + 1;
			continue;
		}
		const element = name.toLowerCase();
		const close = html.indexOf(isComment ? '-->' : '>', start);
		// a comment without an end hides the rest; anything else that is not closed is text
		if (close < 0) return parts.join('') + (isComment ? '' : html.slice(start));
		end = close + (isComment ? 3 : 1);
		if (hiddenElement.test(element) && html[start + 1] !== '/') {
			const closing = new RegExp(`</${element}`, 'gi');
			closing.lastIndex = end;
			end = closing.exec(html)?.index ?? html.length;
		}
		parts.push(separatorFor(element));
	}
	return parts.join('') + html.slice(end);
}

/** Text of a description without tags and entities, a line for each paragraph, in time linear to its length. */
export const withoutHtml = (html: string): string =>
	decoded(outsideTags(html.replace(/\s+/g, ' ')))
		.split('\n')
		.map((line) => line.replace(/\s+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');

/** Whether text holds an HTML tag; behind the last `>` there is none to look for. */
export const holdsHtml = (text: string): boolean =>
	/<[a-z/!][^>]*>/i.test(text.slice(0, text.lastIndexOf('>') + 1));
