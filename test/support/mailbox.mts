import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Credential } from '../server/rest.mts';
import { waitFor } from '../server/wait.mts';

/** A mail server that takes every email, on a port of its own. */
export interface Mailbox {
	/** For n8n's credential for this server. */
	credential: Omit<Credential, 'id'>;
	/** All that have come, oldest first. */
	readonly emails: readonly Email[];
	/** The first email, as soon as it has come. */
	email(): Promise<Email>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
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
	const { port } = listening.address() as AddressInfo;
	const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	return {
		emails,
		credential: { name: 'Mail', type: 'smtp', data },
		email: async () =>
			await waitFor(async () => await Promise.resolve(emails[0]), {
				what: 'an email',
				timeout: 60_000,
			}),
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
