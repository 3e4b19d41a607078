import isEmpty from 'lodash/isEmpty';
import isObject from 'lodash/isObject';
import mapValues from 'lodash/mapValues';
import omitBy from 'lodash/omitBy';
import partition from 'lodash/partition';
import pick from 'lodash/pick';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../../api/values/objects';
import { isNumericId, withoutZeros } from '../../api/values/ids';
import { tryParseJson } from '../../api/values/json';
import { parseUrl } from '../../api/values/urls';
import type { Account } from '../../api/auth/account';
import { endpoints } from '../../api/endpoints';
import { HubError } from '../../api/errors';

/** A notification (reference: Webhook notification), or whatever else was sent: the fields that are acted on, as text. */
export interface Notification {
	id: string;
	urlLeitura: string;
	isAcknowledgedByHub: boolean;
	/** What the workflow gets of it. */
	json: IDataObject;
	/** Why the call's order is not read, where the call itself says so. */
	reason?: string;
}

/** Most bytes of a body that are parsed: a notification has five short fields (reference: Webhook notification). */
const largestCall = 64 * 1024;
/** Of a list, so many entries are read. */
const mostRead = 100;
/** Of a list, so many entries are items of their own: more than complete notifications fit into a call. */
const mostAlone = 500;
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
 * Reads the body of a call, whatever it holds: a notification or a list of them, as JSON under any content type,
 * or anything else, which is kept as text in `body`. One that is too large is not parsed. Never rejects.
 * @returns at least one
 */
export async function readNotifications(context: IWebhookFunctions): Promise<Notification[]> {
	const bytes = await bodyOf(context).catch(() => Buffer.alloc(0));
	if (bytes.length > largestCall) {
		const begin = bytes.subarray(0, longestBody).toString('utf8');
		return [{ ...notificationOf(undefined, begin), reason: tooLarge }];
	}
	const text = bytes.toString('utf8');
	const value = tryParseJson(text.replace(/^\uFEFF/, ''))?.value;
	return Array.isArray(value) && value.length > 0
		? notificationsIn(value)
		: [notificationOf(value, text)];
}

const tooLarge =
	'The call is not a notification of the hub: it is larger than 64 kB, so it was not read. If it is a list, orders may be missing: Order: Reconcile finds them';
const beyondMost = `Only the first ${mostRead} entries of a call are read`;
const tooMany = `come after the first ${mostAlone} notifications and are one item together, so orders may be missing: Order: Reconcile finds them`;
const notOfHub = 'are no notifications of the hub: none has `id`, `dominio` or `urlLeitura`';

/** The notifications of a list, then one for all that are too many, and one for all its entries that are none. */
function notificationsIn(list: readonly unknown[]): Notification[] {
	const [known, others] = partition([...list.entries()], ([, entry]) => isNotification(entry));
	const notifications = known.slice(0, mostAlone).map(([index, entry]) => ({
		...notificationOf(entry, jsonOf(entry)),
		...(index >= mostRead && { reason: beyondMost }),
	}));
	const together = (entries: typeof known, why: string): Notification[] => {
		const text = jsonOf(entries.map(([, entry]) => entry));
		const reason = `${entries.length} of the ${list.length} entries of the call ${why}`;
		return entries.length === 0 ? [] : [{ ...notificationOf(undefined, text), reason }];
	};
	return [
		...notifications,
		...together(known.slice(mostAlone), tooMany),
		...together(others, notOfHub),
	];
}

const isNotification = (entry: unknown) =>
	isRecord(entry) && ['id', 'dominio', 'urlLeitura'].some((field) => field in entry);

/** An entry as JSON text; empty for an entry that is nested too deeply. */
function jsonOf(entry: unknown): string {
	try {
		return JSON.stringify(entry);
	} catch {
		return '';
	}
}

/** @param text the text that `value` was parsed from */
function notificationOf(value: unknown, text: string): Notification {
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
	const id =
		url?.pathname.startsWith(prefix) === true
			? url.pathname.slice(prefix.length).replace(/\/$/, '')
			: '';
	const isOther =
		url === undefined || url.origin !== account.origin || url.username + url.password !== '';
	if (!isOther && isNumericId(id)) return withoutZeros(id);
	throw new HubError(
		'invalid',
		`The address is not that of an order of this hub: '${address.slice(0, 200)}'`,
	);
}

const orderAtTheEnd = new RegExp(`${orderPath}(\\d{1,18})/?$`);

/** The ID at the end of any address: good enough for a reply, not to read an order by. */
export function unverifiedOrderId(address: string): string | undefined {
	return orderAtTheEnd.exec(parseUrl(address)?.pathname ?? '')?.[1];
}
