import compact from 'lodash/compact';
import { HubError } from '../errors';
import { errorTextOf, type HubResponse, type Outcome, retryAfterOf } from '../http/answer';
import { adviceOn403, failureOf, forSupport } from '../http/failures';
import { inWords } from '../values/amounts';
import { endpoints, type Endpoint } from '../endpoints';
import type { Account } from './account';
import { tokenBeyondHeaders } from './exchange';

/** Whether the hub itself has refused the keys: the account is paused then. */
export const isRefusalOfKeys = (error: unknown): error is HubError =>
	error instanceof HubError && error.kind === 'credential';

/** Statuses below 500 that say nothing about a request: it was too slow, too early, or one too many. */
const saysNothing: readonly number[] = [408, 425, 429];

/** Whether no token is to be had now, for a reason that says nothing about the keys: the run ends then. */
export const isOutage = (error: unknown): error is HubError =>
	error instanceof HubError && error.kind === 'unreachable';

/**
 * The failure when no token was issued: a refusal of the keys or an outage, see above. The page of a
 * proxy, for instance, says nothing about the keys.
 */
export function tokenFailure(outcome: Outcome, account: Account): HubError {
	if (outcome.status === undefined) {
		const { code, message } = outcome;
		if (code === 'unreadable') return notTheHub(`it ${message}`, account);
		// n8n puts a text of its own in place of a message with ECONNREFUSED and the like
		return code === 'timeout' || outcome.isTooLarge || outcome === tokenBeyondHeaders
			? unreachable(`The hub at ${account.baseUrl} ${message}`, account)
			: unreachable(`The hub could not be reached at ${account.baseUrl}`, account);
	}
	const { status } = outcome;
	const said = errorTextOf(outcome).text;
	const isElsewhere = status === 404 || status === 405;
	// a page that comes where keys were exchanged before is one of a proxy
	if (isElsewhere && (said !== '' || !hasWorked(account)))
		return noExchangeThere(status, said, account);
	const isFault = status >= 400 && status < 500 && !saysNothing.includes(status);
	if (status === 401 || (isFault && said !== '')) return keysRefused(outcome, said, account);
	if (said === '' && status !== 429) return notTheHub(String(status), account, status);
	const message = `The hub could not issue a token (${status}${said && `: ${said}`})`;
	if (status !== 429) return unreachable(message, account, status);
	const asked = retryAfterOf(outcome);
	const after = asked === undefined ? '' : ` It asks to wait ${inWords(asked)}.`;
	return new HubError('unreachable', message, {
		description: `The hub's limit is reached; other programs may use the same keys. Try again later.${after}`,
		httpStatus: status,
	});
}

/** The route of the exchange that the account does not use, of the two that are known. */
export function otherExchange(account: Account): string {
	const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
	const { candidates = [], ...row }: Endpoint = endpoints.auth;
	const present = nameOf(account.endpoint('auth'));
	return [nameOf(row), ...candidates].find((route) => route !== present) ?? present;
}

/** The hub has its token exchange at another address: the account is paused as for refused keys. */
function noExchangeThere(status: number, said: string, account: Account): HubError {
	const { label, method, path } = account.endpoint('auth');
	return new HubError(
		'credential',
		`The hub at ${account.baseUrl} has no token exchange at ${method} ${path} (${status}${said && `: ${said}`})`,
		{
			description: `Check the Base URL of the credential, which does not end in /v1 and may need a path, e.g. https://api.example.com/omni-api. If it is right, set '${label}' under Customize Routes in the credential, e.g. to ${otherExchange(account)}.`,
			httpStatus: status,
			error: said,
		},
	);
}

function keysRefused(outcome: HubResponse, said: string, account: Account): HubError {
	const { environment } = account;
	const { status } = outcome;
	const appToken = environment === 'sandbox' ? '' : 'App Token, ';
	const { details = [], requestId } = failureOf(outcome, account.endpoint('auth'));
	const more = compact([...details, forSupport(requestId)])
		.map((text) => ` ${text}`)
		.join('');
	return new HubError(
		'credential',
		`The hub did not accept the credential (${status}${said && `: ${said}`})`,
		{
			description: `Check ${appToken}API Key, Secret Key and Base URL of the credential. Sandbox and production have different ones; the environment is set to ${environment}.${more}`,
			requestId,
			httpStatus: status,
			error: said,
		},
	);
}

/** Whether the hub has issued a token for the credential before. */
const hasWorked = ({ state }: Account) => state.token.accessToken !== '';

function notTheHub(answer: string, account: Account, httpStatus?: number): HubError {
	const what = hasWorked(account)
		? `The hub is not reachable now: what answers at ${account.baseUrl} is not its API`
		: `What answers at ${account.baseUrl} is not the hub's API`;
	return unreachable(`${what} (${answer})`, account, httpStatus);
}

function unreachable(message: string, account: Account, httpStatus?: number): HubError {
	const description = hasWorked(account)
		? 'The credential has worked before, and the hub is asked again with the next request. Check the network of your n8n if it lasts.'
		: 'Check the Base URL of the credential and the network of your n8n, then try again.';
	const whatElse = httpStatus === 403 ? ` ${adviceOn403}` : '';
	return new HubError('unreachable', message, {
		description: description + whatElse,
		httpStatus,
	});
}
