import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import mapValues from 'lodash/mapValues';
import omitBy from 'lodash/omitBy';
import pick from 'lodash/pick';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../api/values/objects';
import { isNumericId, withoutZeros } from '../../api/values/ids';
import { tryParseJson } from '../../api/values/json';
import { parseUrl } from '../../api/values/urls';
import type { Account } from '../../api/auth/account';
import { endpoints } from '../../api/endpoints';
import { HubError } from '../../api/errors';

/** A notification (reference: Webhook notification), or whatever else was sent. */
export type Notification = Awaited<ReturnType<typeof readNotification>>;

/** Most bytes of a body that are parsed: a notification has five short fields (reference: Webhook notification). */
const largestNotification = 64 * 1024;
/** Longest body, in characters, that is handed on as it is. */
const longestBody = 10_000;
/** Longest single value of a body that is not handed on as it is. */
const longestField = 2_000;

/** Stands for the address of the acknowledgement when the hub acknowledges by itself (reference: Webhook notification). */
const acknowledgedByHub = 'confirmacao-automatica';

const notificationFields = [
	'id',
	'dominio',
	'urlLeitura',
	'urlConfirmacaoLeitura',
	'data',
] as const;

/**
 * Reads the body of a call, whatever it holds: JSON under any content type, or anything else, which is
 * kept as text in `body`. One that is too large for a notification is not parsed. Never rejects.
 * @returns the fields that are acted on, as text, and the JSON for the workflow
 */
export async function readNotification(context: IWebhookFunctions) {
	const bytes = await bodyOf(context).catch(() => Buffer.alloc(0));
	const isLarge = bytes.length > largestNotification;
	const text = (isLarge ? bytes.subarray(0, longestBody) : bytes).toString('utf8');
	const value = isLarge ? undefined : tryParseJson(text.replace(/^\uFEFF/, ''))?.value;
	const body = isRecord(value) ? value : {};
	return {
		id: fieldText(body.id),
		urlLeitura: fieldText(body.urlLeitura),
		isAcknowledgedByHub: fieldText(body.urlConfirmacaoLeitura) === acknowledgedByHub,
		json: boundedJson(text, body),
	};
}

async function bodyOf(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	if ('readRawBody' in request) await request.readRawBody();
	if (request.rawBody?.length > 0) return request.rawBody;
	const body: unknown = context.getBodyData();
	return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

const fieldText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** n8n stores and copies items recursively: a body nested thousands of levels deep must not get that far. */
function boundedJson(text: string, body: IDataObject): IDataObject {
	const isFlat = !isEmpty(body) && !Object.values(body).some((value) => isObject(value));
	if (isFlat && text.length <= longestBody) return body;
	const known = mapValues(omitBy(pick(body, notificationFields), isObject), (value) =>
		typeof value === 'string' ? value.slice(0, longestField) : value,
	);
	return text === '' ? known : { ...known, body: text.slice(0, longestBody) };
}

const orderPath = endpoints.orderGet.path.replace('{id}', '');

/** The ID of the order that an address given by the hub is about (`…/v1/orders/{id}`); it is never called. */
export function orderIdIn(account: Account, address: string): string {
	const url = parseUrl(address);
	const prefix = account.baseUrl.slice(account.origin.length) + orderPath;
	const id = url?.pathname.startsWith(prefix) === true ? url.pathname.slice(prefix.length) : '';
	const isOther =
		url === undefined || url.origin !== account.origin || url.username + url.password !== '';
	if (!isOther && isNumericId(id)) return withoutZeros(id);
	throw new HubError(
		'invalid',
		`The address is not that of an order of this hub: '${address.slice(0, 200)}'`,
	);
}

const orderAtTheEnd = new RegExp(`${orderPath}(\\d{1,18})/?$`);

/** The ID at the end of whoever's address: good enough for a reply, not to read an order by. */
export function unverifiedOrderId(address: string): string | undefined {
	return orderAtTheEnd.exec(parseUrl(address)?.pathname ?? '')?.[1];
}
