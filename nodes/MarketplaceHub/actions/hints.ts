import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint, RunReport } from '../api/runReport';
import { listed, printable, shorten } from '../api/values/text';
import { asHtml } from '../shared/nodeErrors';
import { isToolRun } from './toolRun';

/** How many values, files or rows a hint lists. */
export const mostShown = 12;
const longestName = 60;

/** A hint that lists values, files or records of one kind. It is one object, and stands where its cause is known. */
export interface ListHint {
	type: Hint['type'];
	/** Before the list, without a colon. */
	words: string;
	/** Behind the list, in sentences. */
	advice?: string;
}

/** The hints of a run, for the items of one account. */
export class ExecutionHints {
	/** The hints that an agent gets in the output, see agentOutput.ts. */
	readonly forAgent: string[] = [];
	/** Whether a hint says that a list was left early: that no records came then says nothing of the hub. */
	isCutShort = false;
	private readonly lists = new Map<ListHint, Set<string>>();

	/** @param account names the account in front of each hint, where items of several are run */
	constructor(
		private readonly node: IExecuteFunctions,
		private readonly account = '',
	) {}

	/** Shows a person a hint; an agent, for whom n8n drops hints, gets a note in the output. */
	add(type: Hint['type'], message: string): void {
		const text = printable(this.account + message);
		if (isToolRun(this.node.getNode())) this.forAgent.push(text);
		else this.node.addExecutionHints({ type, location: 'outputPane', message: asHtml(text) });
	}

	/** @param text a field with its value, or the name of a file; listed once, when the run has gone through */
	list(hint: ListHint, text: string): void {
		const texts = this.lists.get(hint) ?? new Set();
		this.lists.set(hint, texts.add(text));
	}

	/** Adds the hints that only the end of a run knows: gaps in lists, the lists of hints, and waits. */
	addAtEnd(report: RunReport): void {
		for (const { type, message } of report.gapHints()) this.add(type, message);
		for (const [hint, texts] of this.lists) {
			const names = [...texts].map((text) => shorten(text, longestName));
			const message = `${hint.words}: ${listed(names, mostShown)}. ${hint.advice ?? ''}`;
			this.add(hint.type, message.trim());
		}
		for (const { type, message } of report.waitHints()) this.add(type, message);
	}
}
