import { userAgent } from './userAgent.mts';

const headers = { 'user-agent': userAgent };

/** The form that an email of an example links to, whose run waits for it. */
export interface ApprovalForm {
	/** The execution that waits. */
	executionId: string;
	/** What a mail scanner does. */
	open(): Promise<string>;
	/** @param code unless given, that of the email */
	answer(decision: string, code?: string): Promise<Response>;
}

/** @param text of the email */
export function approvalForm(text: string): ApprovalForm {
	const [link = '', executionId = ''] = /http\S+form-waiting\/(\d+)\S*/.exec(text) ?? [];
	const [, codeOfEmail = ''] = / code: (\w+)/.exec(text) ?? [];
	return {
		executionId,
		open: async () => await (await fetch(link, { headers })).text(),
		answer: async (decision, code = codeOfEmail) => {
			const body = new FormData();
			body.append('field-0', decision);
			body.append('field-1', code);
			const signal = AbortSignal.timeout(20_000);
			return await fetch(link, { method: 'POST', body, headers, signal });
		},
	};
}
