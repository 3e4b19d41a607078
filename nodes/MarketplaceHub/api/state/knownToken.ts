import { monotonicNow } from '../async';
import { timing } from '../timing';

/** A token with the time it was issued, in epoch ms of this machine. */
export interface AccessToken {
	accessToken: string;
	accessTokenIssuedAt: number;
}

/** An account's token as this process knows it. */
export interface KnownToken extends AccessToken {
	isOwn: boolean;
	/** Since when it is known here, by the monotonic clock. */
	since: number;
	/** Whether the hub has accepted a request with the token. */
	wasAccepted: boolean;
	isRefused: boolean;
	/** Settles when the first request with it is answered, or takes long; undefined while there is none. */
	firstAnswer?: Promise<unknown>;
}

/** Processes that have not issued the token renew it at different ages. */
const renewalJitter = Math.random();

/** The process that has issued a token renews it first, if it still runs: so many margins before its end. */
const ownMargins = 2;

/** At least as old as the token is known here, whatever the machine's time has been set to. */
const ageOf = ({ accessTokenIssuedAt, since }: KnownToken): number =>
	Math.max(Date.now() - accessTokenIssuedAt, monotonicNow() - since);

/** Whether the token is about to end, so that this process renews it. */
export function nearItsEnd(token: KnownToken): boolean {
	const margins = token.isOwn ? ownMargins : 0.5 + renewalJitter;
	return ageOf(token) > timing.tokenLifetime - timing.renewalMargin * margins;
}

/** Whether no process renews the token within `ms`, nor has done so, unless it was refused. */
export const renewalIsAhead = (token: KnownToken, ms: number): boolean =>
	ageOf(token) + ms < timing.tokenLifetime - timing.renewalMargin * ownMargins;

/** Stands for a token while there is none. */
export const emptyToken: KnownToken = {
	accessToken: '',
	accessTokenIssuedAt: 0,
	since: 0,
	isOwn: false,
	wasAccepted: false,
	isRefused: false,
};
