import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { idInternoOf } from '../../api/orderQueue';

/**
 * The reply that keeps the hub's webhook switched on (reference: Events, rule 1): `idInterno`, a
 * JSON number, and `status`.
 * @param ids what may be the order's number, the best first; 1 when none of them can be it
 */
export function replyTo(
	context: IWebhookFunctions,
	ids: unknown[],
	status: string,
): IDataObject | string {
	const id = idInternoOf(ids) ?? '1';
	const idInterno = Number(id);
	if (Number.isSafeInteger(idInterno)) return { idInterno, status };
	// n8n sends text as it is: the only way to a JSON number of more digits than a JavaScript number keeps
	context.getResponseObject().setHeader('Content-Type', 'application/json; charset=utf-8');
	return `{"idInterno":${id},"status":${JSON.stringify(status)}}`;
}
