import type { IExecuteFunctions } from 'n8n-workflow';
import { printable } from '../../api/values/text';
import { asHtml } from '../../shared/nodeErrors';
import { isToolRun } from './toolRun';

/** `ofAccount` names the account, where items of several are run. */
export interface HintContext {
	node: IExecuteFunctions;
	/** `forAgent`: what an agent is told in the output. */
	hints: { readonly forAgent: string[] };
	ofAccount?: string;
}

export type Tell = (type: 'info' | 'warning', message: string) => void;

/** Tells a person in a hint; an agent, for whom n8n drops hints, in a note of the output. */
export const telling =
	({ node, hints, ofAccount = '' }: HintContext): Tell =>
	(type, message) => {
		const text = printable(ofAccount + message);
		if (isToolRun(node.getNode())) hints.forAgent.push(text);
		else node.addExecutionHints({ type, location: 'outputPane', message: asHtml(text) });
	};
