import type { IExecuteFunctions } from 'n8n-workflow';
import type { Account } from '../../api/auth/account';
import { connectHub } from '../../api/hub';
import type { OperationContext } from '../operation';
import { longestWaitOf, type Parameters } from '../parameters';
import { ExecutionHints } from './executionHints';

/**
 * What an operation works with while it runs the items of one account.
 * @param account left out where the credential is the same for every item
 */
export function contextOf(
	node: IExecuteFunctions,
	parameters: Parameters,
	account: Account | undefined,
): OperationContext {
	const hints = new ExecutionHints();
	const longestWait = longestWaitOf(parameters, node.getMode() === 'manual');
	const hub = connectHub(node, {
		account,
		longestWait,
	});
	return { node, parameters, hints, hub };
}
