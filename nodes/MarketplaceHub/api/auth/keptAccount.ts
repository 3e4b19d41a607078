import { monotonicNow } from '../async';
import type { HubContext } from '../context';
import { renewalIsAhead } from '../state/knownToken';
import { timing } from '../timing';
import { type Account, currentAccount, isKeptForTriggers } from './account';

/**
 * The account of a run's credential. n8n reads a credential from its database and decrypts it, so an account is
 * kept for some seconds, while no process can have renewed its token by age: other processes tell of a newer
 * token by nothing but the stored credential, and a token that is found late costs a 401. Without a token, from
 * shortly before its renewal on, and once it has been refused or replaced, each call reads the credential.
 */
export class KeptAccount {
	private kept?: { account: Account; until: number };

	constructor(private readonly context: HubContext) {}

	/** @throws HubError of kind `credential` with advice */
	async current(): Promise<Account> {
		const { context, kept } = this;
		if (isKeptForTriggers(context)) return await currentAccount(context);
		const now = monotonicNow();
		if (kept !== undefined && kept.until > now && holdsYoungToken(kept.account))
			return kept.account;
		const account = await currentAccount(context);
		this.kept = { account, until: now + timing.credentialFreshness };
		return account;
	}
}

/** Whether the token that is stored with the credential is the newest one, works, and is not renewed so soon. */
function holdsYoungToken({ state, storedToken }: Account): boolean {
	const { usableToken } = state;
	return (
		usableToken !== undefined &&
		usableToken.accessToken === storedToken?.accessToken &&
		renewalIsAhead(usableToken, timing.credentialFreshness)
	);
}
