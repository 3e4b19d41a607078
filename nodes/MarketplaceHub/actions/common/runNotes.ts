import type { IExecuteFunctions } from 'n8n-workflow';
import type { Settled } from '../../api/schemas/settle';
import type { NumberColumns } from '../../api/values/localNumbers';

/** Most examples that one hint names. */
const named = 12;
const longestName = 60;

/** Things of one kind, each once, in words for a hint. */
class Listed {
	private readonly names = new Set<string>();

	add(name: string): void {
		this.names.add(name);
	}

	/** The first of them, and how many more there are; undefined for none. */
	get text(): string | undefined {
		if (this.names.size === 0) return undefined;
		const shown = [...this.names]
			.slice(0, named)
			.map((name) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name));
		const more = this.names.size - shown.length;
		return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
	}
}

/**
 * What a run did with its items that nobody asked for: told once, as execution hints, when it has
 * gone through.
 */
export class RunNotes {
	private readonly unknown = new Listed();
	private readonly zeros = new Listed();
	private readonly lists = new Listed();
	private readonly filled = new Listed();
	private readonly numbers = new Listed();
	private readonly files = new Listed();
	private columns?: NumberColumns;

	/** Columns that the hub does not know, by path. */
	addUnknown(paths: readonly string[]): void {
		paths.forEach((path) => this.unknown.add(`\`${path}\``));
	}

	/** What was left out or filled in. */
	addSettled({ zeros, lists, filled }: Settled): void {
		zeros.forEach((path) => this.zeros.add(path));
		lists.forEach((list) => this.lists.add(list));
		filled.forEach((field) => this.filled.add(field));
	}

	/** A text that could be read as another number. */
	addNumber(column: string, text: string, value: number): void {
		this.numbers.add(`\`${column}\` "${text}" as ${value}`);
	}

	/** A file of a kind that its content does not tell. */
	addFile(fileName: string): void {
		this.files.add(fileName);
	}

	/** How the numbers of this run are written; `read` looks through all its items, once. */
	numberColumns(read: () => NumberColumns): NumberColumns {
		return (this.columns ??= read());
	}

	/** Tells them. */
	show(node: IExecuteFunctions): void {
		const hints: Array<[Listed, 'info' | 'warning', (text: string) => string]> = [
			[
				this.unknown,
				'info',
				(text) => `Not sent, because the hub's reference does not know these fields: ${text}.`,
			],
			[
				this.zeros,
				'info',
				(text) =>
					`Not sent, because the hub writes 0 where there is no value and does not take it: ${text}.`,
			],
			[
				this.lists,
				'warning',
				(text) =>
					`Not sent, so that they stay as they are, because the hub demands what their own entries lack: ${text}. To change them, give it.`,
			],
			[
				this.filled,
				'info',
				(text) => `Filled in, because the order that was read has no value there: ${text}.`,
			],
			[
				this.numbers,
				'warning',
				(text) =>
					`Text that can be read in two ways was sent as follows: ${text}. Give numbers, or text with decimals such as 1500,00, to be sure.`,
			],
			[
				this.files,
				'info',
				(text) =>
					`The content does not tell the type of these files, so they are called what the hub calls them: ${text}.`,
			],
		];
		for (const [listed, type, message] of hints) {
			const { text } = listed;
			if (text !== undefined)
				node.addExecutionHints({ type, location: 'outputPane', message: message(text) });
		}
	}
}
