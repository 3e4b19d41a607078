import { endpoints } from '../api/endpoints';
import type { RunReport } from '../api/runReport';
import type { ValueNote } from '../api/schemas/normalize';
import { leftOut } from '../api/schemas/orderAnswers';
import { timing } from '../api/timing';
import { inWords, listed, shorten } from '../api/values/text';
import { amount } from './counts';
import type { OperationContext } from './operation';
import { type Tell, telling } from './telling';

const mostShown = 12;
const longestName = 60;

export type NoteKind =
	| ValueNote['kind']
	| 'column'
	| 'belowZero'
	| 'file'
	| 'labelGroup'
	| 'xmlLead'
	| 'xmlEncoding'
	| 'html'
	| 'noLabel'
	| 'noInvoiceKey'
	| 'noEntry';

/** Hints about values and files, one for each kind: the words before and after the list of them. */
const noteTexts: Record<NoteKind, readonly ['info' | 'warning', string, string?]> = {
	unknown: ['info', "Not sent, because the hub's reference does not know these fields"],
	elsewhere: [
		'info',
		'Not sent, because a product is written without its stock',
		'Set it with Stock > Update in Batch or Stock > Sync.',
	],
	zero: ['info', 'Not sent, because the hub writes 0 where there is no value and does not take it'],
	unset: [
		'info',
		'Not sent, because the hub gives such values where nothing is set and does not take them',
		'What the hub holds there stays.',
	],
	wrongCode: [
		'warning',
		'The last digit or the length of these codes is that of no EAN or GTIN',
		'They stay as they are, and the hub decides.',
	],
	paddedCode: ['info', 'With the zeros in front that a number loses'],
	column: [
		'warning',
		'Text that can be read in two ways is read as other values of its column are',
		'To be sure, give numbers, or text with decimals such as 1500,00.',
	],
	belowZero: [
		'warning',
		'Stock below zero is sent as 0, because nothing of it can be sold',
		'Count these, or book what came in.',
	],
	split: ['info', 'Text with several entries is split as follows'],
	images: [
		'warning',
		'A product has at most four images. This one and those after it are left out',
	],
	list: [
		'warning',
		'Not sent, because their entries lack what the hub demands',
		'The hub keeps these lists as they are. To change one, complete its entries.',
	],
	filled: ['info', 'Filled in, because the order that was read has no value there'],
	number: [
		'warning',
		'Text that can be read in two ways is read as follows',
		'To be sure, give numbers, or text with decimals such as 1500,00.',
	],
	html: [
		'warning',
		'Most marketplaces reject HTML. These products have it in `descricao` and no `descricaoSimples`',
		'Give them a description without HTML, too.',
	],
	file: [
		'info',
		'The content of these files does not show their type, so they have the type that the hub names',
	],
	labelGroup: [
		'warning',
		'The labels set size, place or kind of the media in different ways, so each file has those that do it alike',
		'A printer keeps what a file has set: print the labels that set least first, or switch it off and on between two files.',
	],
	xmlLead: [
		'info',
		'What stood before `<?xml` is left out of the files of these documents, since no program reads it there',
	],
	xmlEncoding: [
		'warning',
		'The encoding that these documents declare lacks one of their characters, so their files are UTF-8 and say so',
	],
	noLabel: [
		'info',
		'The hub has no label yet for these orders',
		'Labels come once an order is paid: see its status with Order > Get.',
	],
	noInvoiceKey: [
		'warning',
		'Invoiced without an invoice key',
		'The hub shows none at these orders. Give it as a field of the body, often nfeChave, before an order is invoiced.',
	],
	noEntry: [
		'info',
		'No item comes of these batches, because the hub has noted none of their entries',
		'Batch > Wait Until Processed waits for the notes of a batch that is not processed.',
	],
};

/** Automatic choices and waits of a run, told when it has gone through. */
export class ExecutionHints {
	/** What an agent is told in the output, see toolRun.ts. */
	readonly forAgent: string[] = [];
	/** Whether a hint says that a list was left early: that no records came then says nothing of the hub. */
	isCutShort = false;
	private readonly notes = new Map<NoteKind, Set<string>>();

	/** @param text a field with its value, or the name of a file; told once */
	add(kind: NoteKind, text: string): void {
		this.notes.set(kind, (this.notes.get(kind) ?? new Set()).add(text));
	}

	show(context: OperationContext): void {
		const { report } = context.hub;
		const tell = telling(context);
		for (const list of report.unsettled)
			tell(
				'warning',
				`${endpoints[list].label}: the list did not settle: each time it was read, records left it or fewer came than it counts, so a few may not have been seen. Run again when fewer change, or narrow the filters down.`,
			);
		for (const [list, names] of report.unreadable)
			tell('warning', `${endpoints[list].label}: ${leftOut(names)}`);
		if (report.undated.size > 0)
			tell(
				'warning',
				`The issue date (dataEmissao) of these orders is no date, so that nobody knows whether they are of the period: ${listed(report.undated)}. Look at them with Order > Get, and ask the hub's support to correct them.`,
			);
		for (const [kind, [type, words, advice = '']] of Object.entries(noteTexts)) {
			const texts = [...(this.notes.get(kind as NoteKind) ?? [])];
			const names = texts.map((text) => shorten(text, longestName));
			if (names.length > 0) tell(type, `${words}: ${listed(names, mostShown)}. ${advice}`.trim());
		}
		showWaits(report, tell);
	}
}

function showWaits({ slotWaits }: RunReport, tell: Tell): void {
	for (const [label, { requests, ms, perMinute }] of slotWaits) {
		if (ms < timing.minute / 12) continue;
		tell(
			'info',
			`${label}: ${amount(requests, 'request')} waited ${inWords(ms)} for their turn. The hub takes ${perMinute} of them a minute, from all workflows together.`,
		);
	}
}
