import type { Account } from './auth/account';
import { endpoints } from './endpoints';
import { HubError } from './errors';
import { isNumericId } from './values/checks';

const orderPath = endpoints.orderGet.path.replace('{id}', '');

/**
 * The order that an address given by the hub is about, e.g. a notification's `urlLeitura`
 * (`…/v1/orders/{id}`). The address itself is never called: the request is made from the
 * credential's Base URL and this id.
 * @throws HubError of kind `invalid` for every address that is not an order's on the Base URL's origin
 */
export function orderIdIn(account: Account, address: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const prefix = account.baseUrl.slice(account.origin.length) + orderPath;
	const id = url?.pathname.startsWith(prefix) === true ? url.pathname.slice(prefix.length) : '';
	if (
		url === undefined ||
		url.origin !== account.origin ||
		url.username !== '' ||
		url.password !== '' ||
		!isNumericId(id)
	) {
		throw new HubError(
			'invalid',
			`The address is not that of an order of this hub: '${address.slice(0, 200)}'`,
		);
	}
	return id;
}

const orderAtTheEnd = new RegExp(`${orderPath}(\\d{1,18})/?$`);

/**
 * The order id that an address ends with, whoever's address it is; undefined for none. Good enough
 * to be written into the reply to a notification, not to read an order by.
 */
export function unverifiedOrderId(address: string): string | undefined {
	return URL.canParse(address) ? orderAtTheEnd.exec(new URL(address).pathname)?.[1] : undefined;
}
