import { printable } from '../api/values/text';
import { asHtml } from '../shared/nodeErrors';
import type { NodeContext } from './operation';
import { isToolRun } from './toolRun';

export type Tell = (type: 'info' | 'warning', message: string) => void;

/**
 * Tells a person in a hint; an agent, for whom n8n drops hints, in a note of the output. Where items of several
 * accounts are run, it names the account first.
 */
export const telling =
	({ node, hints, ofAccount = '' }: NodeContext): Tell =>
	(type, message) => {
		const text = printable(ofAccount + message);
		if (isToolRun(node.getNode())) hints.forAgent.push(text);
		else node.addExecutionHints({ type, location: 'outputPane', message: asHtml(text) });
	};
