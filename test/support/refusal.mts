import { HubError } from '../../nodes/MarketplaceHub/api/errors.ts';

/** What a user reads of a refusal. */
export function refusalOf(work: () => unknown) {
	try {
		work();
	} catch (error) {
		if (!(error instanceof HubError)) throw error;
		const { kind, message, description } = error;
		return { kind, message, description };
	}
	throw new Error('nothing was refused');
}
