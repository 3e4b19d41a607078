import { eachWithPauses } from '../../api/async';
import { addTo } from '../../api/values/lists';
import { type Command, labelsIn, readZpl, type Zpl } from './zpl';

/* Several ZPL files as one, in which each label prints as it prints alone. */

/**
 * Commands that hold for labels to come until the printer is switched off, with the parameters that all printers have
 * until then.
 */
const factory: Readonly<Record<string, readonly string[]>> = {
	...{ MC: ['Y'], PO: ['N'], CI: ['0'], FW: ['N', '0'], CF: ['A', '9', '5'] },
	...{ BY: ['2', '3.0', '10'], LR: ['N'], PM: ['N'], JM: ['A'], CV: ['N'], MU: ['D'] },
};

/** Commands that hold likewise, where each printer has a value of its own: size, place and kind of its labels. */
const ofPrinter = ['PW', 'LL', 'LH', 'LT', 'LS', 'MM', 'MN', 'MT'];

/** Commands that may stand among these before a label has content. */
const settings = [...Object.keys(factory), ...ofPrinter, 'FX', 'FS', 'PQ', 'PR', 'MD'];

/** Labels in one file. */
interface ZplFile {
	content: Buffer;
	/** Places of the files that it was made of, each with the number of its labels. */
	parts: Array<{ index: number; labels: number }>;
}

/**
 * Combines ZPL files in their order: settings that a label has changed for good are put back before the next
 * label. Labels that give the printer's own settings (`^PW ^LL ^LH ^LT ^LS ^MM`, the kind of media) other
 * values, or set not all of them, come as a file for each such group, since nobody knows the values to put
 * back.
 */
export async function combineZpl(contents: readonly Buffer[]): Promise<ZplFile[]> {
	const groups = new Map<string, Array<{ index: number; zpl: Zpl }>>();
	let index = 0;
	await eachWithPauses(contents, (content) => {
		const zpl = readZpl(content);
		addTo(groups, groupOf(zpl, index), { index, zpl });
		index++;
	});
	const files: ZplFile[] = [];
	for (const members of groups.values()) {
		const changed = new Settings();
		const parts: Buffer[] = [];
		await eachWithPauses(members, ({ zpl }) => {
			const back = changed.backBefore(zpl);
			const text = zpl.text.slice(0, zpl.start) + back + zpl.text.slice(zpl.start);
			// the hub's may end without a line end
			parts.push(Buffer.from(`${text}${zpl.signsBack}\n`, 'latin1'));
			zpl.formats.flat().forEach((command) => changed.note(command));
		});
		files.push({
			content: Buffer.concat(parts),
			parts: members.map((member) => ({ index: member.index, labels: labelsIn(member.zpl) })),
		});
	}
	return files;
}

/** The key of a group: the values of the printer's own settings, whatever their order. */
function groupOf({ formats }: Zpl, index: number): string {
	const named = ofPrinter.map((name) => {
		const ofFormats = formats.map((commands) =>
			commands
				.filter((command) => command.name === name)
				.map(({ parameters }) => plain(parameters)),
		);
		// a label that is not the first one sets it: another file before this one would change the first
		const isOpen = ofFormats[0]?.length === 0 && ofFormats.flat().length > 0;
		return `${name}${isOpen ? `@${index}` : ''} ${ofFormats.flat().join(';')}`;
	});
	return named.join(' ');
}

const plain = (parameters: readonly string[]) => parameters.join(',').toUpperCase();

/** Settings that hold for good, as the labels so far have left them. */
class Settings {
	private readonly values = new Map<string, string[]>();

	note({ name, parameters }: Command): void {
		if (!Object.hasOwn(factory, name)) return;
		const own = this.values.get(name) ?? [];
		parameters.forEach((value, place) => {
			if (value !== '') own[place] = value.toUpperCase();
		});
		this.values.set(name, own);
	}

	/** The commands that put changed settings back, except settings that a file gives before it has any content. */
	backBefore({ formats: [first = []], startSigns: { caret, delimiter } }: Zpl): string {
		const content = first.findIndex(({ name }) => !settings.includes(name));
		const begins = first.slice(0, content < 0 ? undefined : content);
		let back = '';
		for (const [name, parameters] of Object.entries(factory)) {
			const changed = (this.values.get(name) ?? []).map(
				(value, place) => !isEqual(value, parameters[place]),
			);
			const isSetAnew = begins.some(
				(command) =>
					command.name === name &&
					changed.every(
						(isChanged, place) => !isChanged || (command.parameters[place] ?? '') !== '',
					),
			);
			if (!changed.includes(true) || isSetAnew) continue;
			// the printer may not know a parameter that no label has set
			back += `${caret}${name}${parameters.slice(0, Math.max(changed.length, least[name] ?? 1)).join(delimiter)}`;
			this.values.delete(name);
		}
		return back;
	}
}

/** How many parameters are put back at least: a font and the width of bars change with the others. */
const least: Readonly<Record<string, number>> = { CF: 3, BY: 3 };

const isEqual = (one: string, other?: string): boolean =>
	one === other || Number(one) === Number(other);
