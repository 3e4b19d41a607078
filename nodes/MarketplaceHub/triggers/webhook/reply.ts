import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

/** A whole number that `idInterno` may be (reference: Orders, queue removal). */
const allowed = /^0*([1-9]\d{0,17})$/;

/**
 * The reply that keeps the hub's webhook switched on (reference: Events, rule 1): `idInterno`, a
 * JSON number, and `status`.
 * @param ids what may be the order's id, the best first; the first that is a whole number of up to 18 digits is taken, else 1
 */
export function replyTo(
	context: IWebhookFunctions,
	ids: unknown[],
	status: string,
): IDataObject | string {
	const id = ids.flatMap((value) => allowed.exec(String(value).trim())?.[1] ?? []).at(0) ?? '1';
	const idInterno = Number(id);
	if (Number.isSafeInteger(idInterno)) return { idInterno, status };
	// n8n sends text as it is: the only way to a JSON number of more digits than a JavaScript number keeps
	context.getResponseObject().setHeader('Content-Type', 'application/json; charset=utf-8');
	return `{"idInterno":${id},"status":${JSON.stringify(status)}}`;
}
