import sumBy from 'lodash/sumBy';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { monotonicNow } from '../api/async/wait';
import { endpoints, type Endpoint, type EndpointName } from '../api/endpoints';
import type { EntryResult } from '../api/entries';
import { printable } from '../api/errors';
import type { Settled } from '../api/schemas/intake';
import { timing } from '../api/timing';
import type { NumberColumns } from '../api/values/numbers';
import type { Parameters } from './parameters';

type Tell = (type: 'info' | 'warning', message: string) => void;

/** Shows hints above the output of `node`. */
export const telling =
	(node: IExecuteFunctions): Tell =>
	(type, message) =>
		node.addExecutionHints({ type, location: 'outputPane', message: printable(message) });

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

/** Turns within the limit of one endpoint. */
interface Turns {
	requests: number;
	waiting: number;
	/** Since when at least one waits, by the monotonic clock. */
	since: number;
	/** ms in which at least one waited. */
	waited: number;
}

/**
 * What a run did with its items that nobody asked for, and what it waited for: told once, as
 * execution hints, when it has gone through.
 */
export class RunNotes {
	private readonly turns = new Map<EndpointName, Turns>();
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

	/** A request waits for its turn within a limit; what is returned is to be called when it has it. */
	readonly addTurn = (name: EndpointName): (() => void) => {
		const turns = this.turns.get(name) ?? { requests: 0, waiting: 0, since: 0, waited: 0 };
		this.turns.set(name, turns);
		if (turns.waiting++ === 0) turns.since = monotonicNow();
		turns.requests++;
		return () => {
			if (--turns.waiting === 0) turns.waited += monotonicNow() - turns.since;
		};
	};

	/** How the numbers of this run are written; `read` looks through all its items, once. */
	numberColumns(read: () => NumberColumns): NumberColumns {
		return (this.columns ??= read());
	}

	/** Tells them. */
	show(node: IExecuteFunctions): void {
		const tell = telling(node);
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
			if (text !== undefined) tell(type, message(text));
		}
		this.showWaits(tell);
	}

	/** Tells of the endpoints whose limit a minute made the run wait. */
	private showWaits(tell: Tell): void {
		for (const [name, { requests, waited }] of this.turns) {
			const { label, perMinute }: Endpoint = endpoints[name];
			if (perMinute === undefined || waited < timing.minute / 12) continue;
			const asked = `${requests} ${requests === 1 ? 'request' : 'requests'}`;
			tell(
				'info',
				`${label}: ${asked} waited ${spoken(waited)} for their turn. The hub takes ${perMinute} of them a minute, from all workflows together.`,
			);
		}
	}
}

/** A duration in words, e.g. 2 min 5 s. */
function spoken(ms: number): string {
	const seconds = Math.round(ms / 1_000);
	const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
	return minutes === 0 ? `${seconds} s` : `${minutes} min${rest === 0 ? '' : ` ${rest} s`}`;
}

type Context = { node: IExecuteFunctions; parameters: Parameters };

/** Says of a list without records why that may be. */
export function tellEmptyList(
	{ node, parameters }: Context,
	{ properties, emptyBecause }: { properties: INodeProperties[]; emptyBecause?: string },
): void {
	const has = (name: string) => properties.some((property) => property.name === name);
	if (!has('limit')) return;
	const isFiltered = has('filters') && Object.keys(parameters.object('filters', 0)).length > 0;
	const reasons = [
		emptyBecause ?? 'The hub has no records for this account',
		...(isFiltered ? ['Filters are set: without them there may be more'] : []),
	];
	telling(node)('info', `No results. ${reasons.join('. ')}.`);
}

/** How many entries a result is about: where results are not waited for, all of its batch. */
const entriesIn = ({ json: { skus } }: EntryResult) => (Array.isArray(skus) ? skus.length : 1);

/** Says how many entries were not accepted, and which batches the hub still works on. */
export function tellEntries({ node, parameters }: Context, results: EntryResult[]): void {
	const tell = telling(node);
	const refused = results.filter(({ failure }) => failure !== undefined).length;
	const all = sumBy(results, entriesIn);
	if (refused > 0)
		tell(
			'warning',
			`${refused} of ${all} entries did not go through. Each of their items says why.`,
		);
	const open = new Set(
		results.filter(({ json }) => Array.isArray(json.skus)).map(({ json }) => String(json.batchId)),
	);
	if (open.size > 0 && !parameters.flag('waitForResult', 0))
		tell(
			'info',
			`The hub still works on ${open.size === 1 ? 'batch' : 'batches'} ${[...open].slice(0, 20).join(', ')}${open.size > 20 ? ' and more' : ''}. Batch > Wait Until Processed gives the result of each entry.`,
		);
}
