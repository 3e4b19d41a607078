import type { Endpoint } from '../endpoints';
import { tryParseJson } from '../values/json';
import { NoUsableAnswer, type Outcome } from './send';

/**
 * The outcome with its body read, when it is a successful one. An answer that is cut off or is no
 * JSON is none that can be used; nor is one without a body to a reading request.
 */
export function readBody({ answersText, retry }: Endpoint, outcome: Outcome): Outcome {
	if (outcome instanceof NoUsableAnswer || outcome.status >= 300) return outcome;
	const { text, headers } = outcome;
	if (answersText === true) return { ...outcome, body: text };
	if (text.trim() === '') {
		return retry === 'read'
			? new NoUsableAnswer('unreadable', 'gave an answer without a body')
			: outcome;
	}
	const parsed = tryParseJson(text);
	if (parsed !== undefined) return { ...outcome, body: parsed.value };
	const type = headers['content-type'] ?? 'no content type';
	return new NoUsableAnswer('unreadable', `gave an answer that is not complete JSON (${type})`);
}
