import { monotonicNow } from '../async';
import { HubError } from '../errors';
import { timing } from '../timing';
import { inWords } from '../values/amounts';

/** How many new tokens the hub refuses in a row before the account is paused. */
const mostRefusals = 2;

/**
 * Holds an account back whose keys or tokens the hub has refused: many reported errors can cost the App
 * Token. It lasts a minute, and twice as long each further time. A corrected credential is another account,
 * and the test in the credential's dialog always asks the hub.
 */
export class AccountPause {
	/** The newest pause, by the monotonic clock; its length counts for the next. */
	private newest?: { because: HubError; ms: number; until: number };
	/** New tokens that the hub has refused in a row, and its words about the last one. */
	private refusals?: { count: number; last: HubError };

	/** Whether nothing is sent for the account. */
	get isOn(): boolean {
		return this.newest !== undefined && this.newest.until > monotonicNow();
	}

	/** Begins a pause, unless one is on. */
	begin(because: HubError): void {
		if (this.isOn) return;
		const longer = this.newest === undefined ? timing.minute : this.newest.ms * 2;
		const ms = Math.min(longer, timing.longestAccountPause);
		this.newest = { because, ms, until: monotonicNow() + ms };
	}

	/** Ends the pause; the next one is longer all the same. */
	end(): void {
		if (this.newest !== undefined) this.newest.until = monotonicNow();
	}

	/** @throws HubError that says why, while it is on */
	check(): void {
		if (this.newest === undefined || !this.isOn) return;
		const { because, until } = this.newest;
		const { message, description = '', httpStatus, requestId } = because;
		const left = inWords(until - monotonicNow());
		throw new HubError(
			'credential',
			`Not sent, because the credential was refused before: ${message}`,
			{
				description: `${description} The hub is not asked again for another ${left}, because many refused requests can cost the App Token. A corrected credential works at once; the test in the credential's dialog asks the hub again.`,
				httpStatus,
				requestId,
			},
		);
	}

	/** Notes that the hub has accepted a request. */
	noteAccepted(): void {
		this.refusals = undefined;
		if (!this.isOn) this.newest = undefined;
	}

	/** Notes that the hub has refused a new token. */
	noteRefused(because: HubError): void {
		this.refusals = { count: (this.refusals?.count ?? 0) + 1, last: because };
	}

	/** Begins a pause where the hub has refused new tokens in a row; afterwards one more refusal is enough. */
	beginIfRefused(): void {
		if (this.refusals === undefined || this.refusals.count < mostRefusals) return;
		this.begin(this.refusals.last);
		this.refusals.count = mostRefusals - 1;
	}
}
