import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
	/** What is waited for, for the message when it does not come. */
	what: string;
	/** Milliseconds until the wait is given up. */
	timeout?: number;
	/** Milliseconds between two looks. */
	every?: number;
}

/** Looks again and again until `look` returns something other than undefined or false, and returns that. */
export async function waitFor<T>(
	look: () => Promise<T | undefined | false> | T | undefined | false,
	{ what, timeout = 30_000, every = 50 }: WaitOptions,
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > deadline)
			throw new Error(`Waited ${timeout / 1000} s for ${what}, which did not come`);
		await pause(every);
	}
}
