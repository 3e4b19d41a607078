import { HubError } from '../errors';

/** What a read gives; undefined for what the hub does not have, or cannot be asked for. */
export async function orNotFound<Answer>(reading: Promise<Answer>): Promise<Answer | undefined> {
	return await reading.catch((error: unknown) => {
		if (error instanceof HubError && (error.httpStatus === 404 || error.kind === 'invalid'))
			return undefined;
		throw error;
	});
}
