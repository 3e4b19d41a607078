import type { IWebhookFunctions } from 'n8n-workflow';
import { acknowledgementOf } from '../../api/queue/acknowledge';
import { positiveDigits } from '../../api/values/ids';
import type { Entry } from './find';
import { unverifiedOrderId } from './notification';
import type { WebhookSettings } from './settings';

/** Answers a call with 403. Only callers other than the hub get it: the hub uses the URL as it was pasted. */
export const refuseCall = (context: IWebhookFunctions): void =>
	respond(context, 403, '{"message":"Forbidden"}');

/** Answers a call about its first order that was read, else with what its notifications say. */
export function replyAbout(
	context: IWebhookFunctions,
	{ fallbackStatus }: Pick<WebhookSettings, 'fallbackStatus'>,
	entries: readonly Entry[],
): void {
	for (const { found } of entries) {
		if ('reason' in found) continue;
		const { idInterno, status } = acknowledgementOf(found, fallbackStatus);
		return replyTo(context, [idInterno], status);
	}
	const ids = entries.flatMap(({ notification: { id, urlLeitura }, found }) => [
		found.idPedido,
		unverifiedOrderId(urlLeitura),
		id,
	]);
	replyTo(context, ids, fallbackStatus);
}

/**
 * Answers a notification as the hub demands (reference: Events, rule 1).
 * @param ids candidates for the order's number, the best first; 1 when none can be it
 * @param status any will do where none is known
 */
export function replyTo(
	context: IWebhookFunctions,
	ids: readonly unknown[],
	status = 'novo',
): void {
	const idInterno = ids.map(positiveDigits).find((digits) => digits !== undefined) ?? '1';
	respond(context, 200, `{"idInterno":${idInterno},"status":${JSON.stringify(status)}}`);
}

/** Answers a call with JSON text, before n8n has stored an execution: that may take minutes. */
function respond(context: IWebhookFunctions, statusCode: number, json: string): void {
	const response = context.getResponseObject();
	response.statusCode = statusCode;
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(json);
}
