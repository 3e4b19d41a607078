import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { invalidRanges } from './ipRanges';

/**
 * Holds up publishing while the allow-list has entries that match no address: the hub could be
 * turned away, and would switch the webhook off.
 * @throws NodeOperationError that names the first such entry
 */
export function checkAllowedIps(context: IHookFunctions): void {
	const [invalid] = invalidRanges(String(context.getNodeParameter('settings.allowedIps', '')));
	if (invalid === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`'Allowed IP Addresses' has an entry that is not an address: '${invalid}'`,
		{
			description:
				'Enter addresses such as 203.0.113.7 or ranges such as 203.0.113.0/24, separated by commas.',
		},
	);
}
