import type { Email } from 'postal-mime';
import { afterAll } from 'vitest';
import type { AtEnd } from '../n8n/session.mts';
import { startMailServer } from '../server/mailServer.mts';
import type { Credential, N8nRest } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';

/** A mail server that takes every email, on a port of its own. */
export interface Mailbox {
	/** n8n's credential for it. */
	smtp: Credential;
	/** All that have come, oldest first. */
	readonly emails: readonly Email[];
	/** The email after so many others, as soon as it has come. */
	email(others?: number): Promise<Email>;
}

/** Starts it; it ends with the tests of the file, or with what `atEnd` says. */
export async function useMailbox(n8n: N8nRest, atEnd: AtEnd = afterAll): Promise<Mailbox> {
	const { emails, credential, stop } = await startMailServer();
	atEnd(stop);
	return {
		smtp: await n8n.createCredential({ name: 'Mail', ...credential }),
		emails,
		email: async (others = 0) =>
			await waitFor(() => emails[others], { what: 'an email', timeout: 60_000 }),
	};
}
