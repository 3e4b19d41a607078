import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Credential } from './rest.mts';

/** A mail server on a free local port that takes every email and sends none on. */
export interface MailServer {
	/** All that have come, oldest first. */
	readonly emails: readonly Email[];
	/** What n8n's credential of type `smtp` holds for it. */
	readonly credential: Pick<Credential, 'type' | 'data'>;
	stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
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
		credential: { type: 'smtp', data },
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}
