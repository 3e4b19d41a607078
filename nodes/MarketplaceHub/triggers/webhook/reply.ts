import type { IWebhookFunctions } from 'n8n-workflow';
import { idInternoOf } from '../../api/orderQueue';

/** Answers a call with JSON text, before n8n has stored an execution: that may take minutes. */
export function respond(context: IWebhookFunctions, statusCode: number, json: string): void {
	const response = context.getResponseObject();
	response.statusCode = statusCode;
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(json);
}

/**
 * Answers the hub with `idInterno`, a JSON number, and `status`, which keep its webhook switched on
 * (reference: Events, rule 1).
 * @param ids what may be the order's number, the best first; 1 when none of them can be it
 */
export function replyTo(context: IWebhookFunctions, ids: readonly unknown[], status: string): void {
	const idInterno = idInternoOf(ids) ?? '1';
	respond(context, 200, `{"idInterno":${idInterno},"status":${JSON.stringify(status)}}`);
}
