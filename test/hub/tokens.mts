import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.mts';

const lifetimeMs = 30 * 60_000;

/** Access tokens: one valid at a time, for 30 minutes of hub time (part 'Authentication'). */
export class Tokens {
	/** successful exchanges */
	issued = 0;
	current?: string;
	private expiresAt = 0;

	constructor(private readonly clock: Clock) {}

	/** A new token; the previous one is revoked at once. */
	issue(): string {
		this.issued += 1;
		this.current = randomBytes(24).toString('hex');
		this.expiresAt = this.clock.now() + lifetimeMs;
		return this.current;
	}

	accepts(authorization: string | undefined): boolean {
		return (
			this.current !== undefined &&
			authorization === `Bearer ${this.current}` &&
			this.clock.now() < this.expiresAt
		);
	}

	/** hub ms until the present token ends, 0 when there is no valid one */
	remaining(): number {
		return this.current === undefined ? 0 : Math.max(0, this.expiresAt - this.clock.now());
	}

	/** Ends the present token, as 30 minutes would. */
	expire(): void {
		this.expiresAt = 0;
	}
}
