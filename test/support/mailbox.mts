import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import type { AtEnd } from '../n8n/session.mts';
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
	const emails: Email[] = [];
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onData(stream, _session, taken) {
			stream
				.toArray()
				.then(async (chunks) => {
					emails.push(await PostalMime.parse(Buffer.concat(chunks as Buffer[])));
					taken();
				})
				.catch(taken);
		},
	});
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	atEnd(async () => await new Promise<void>((resolve) => server.close(resolve)));
	const { port } = listening.address() as AddressInfo;
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	return {
		smtp: await n8n.createCredential({ name: 'Mail', type: 'smtp', data }),
		emails,
		email: async (others = 0) =>
			await waitFor(() => emails[others], { what: 'an email', timeout: 60_000 }),
	};
}
