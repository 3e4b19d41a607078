import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';

/** @throws HubError of kind `invalid` when the credential is for production: nothing is sent there */
export async function assertSandbox(hub: Pick<Hub, 'account'>): Promise<void> {
	const { environment } = await hub.account();
	if (environment === 'sandbox') return;
	throw new HubError('invalid', 'Sandbox orders do not exist in production', {
		description: 'Choose a credential whose Environment is Sandbox.',
	});
}
