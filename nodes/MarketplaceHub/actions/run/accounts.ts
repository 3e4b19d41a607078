import pick from 'lodash/pick';
import range from 'lodash/range';
import uniq from 'lodash/uniq';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { type Account, credentialName, accountOf } from '../../api/auth/account';

/** Input items of one account, which are run by themselves. */
export interface AccountRun {
	itemIndexes: number[];
	/** Undefined where the credential is the same for every item: then the node reads it as it goes. */
	account?: Account;
}

export interface AccountRuns {
	runs: AccountRun[];
	/** Items whose credential cannot be resolved, and why. */
	unresolved: Array<{ itemIndex: number; error: unknown }>;
}

/** Fields that say whose account it is; a stored token says nothing about that. */
const accountFields = ['environment', 'baseUrl', 'appToken', 'apiKey', 'secretKey'];

/**
 * Groups input items by the account that their credential resolves to: its fields may be expressions, which
 * n8n resolves for each item. Reading a credential costs n8n a database read, so at most a hundred reads
 * find out whether it depends on the item at all.
 */
export async function accountRuns(
	node: IExecuteFunctions,
	itemIndexes: number[],
): Promise<AccountRuns> {
	const read = async (itemIndex: number) =>
		await node.getCredentials<ICredentialDataDecryptedObject>(credentialName, itemIndex);
	if (!(await dependsOnItem(read, itemIndexes.length)))
		return { runs: [{ itemIndexes }], unresolved: [] };
	const byKey = new Map<string, AccountRun>();
	const unresolved: AccountRuns['unresolved'] = [];
	for (const itemIndex of itemIndexes) {
		try {
			const account = { ...accountOf(await read(itemIndex)), dependsOnItem: true as const };
			const run = byKey.get(account.key) ?? { account, itemIndexes: [] };
			run.itemIndexes.push(itemIndex);
			byKey.set(account.key, run);
		} catch (error) {
			unresolved.push({ itemIndex, error });
		}
	}
	return { runs: [...byKey.values()], unresolved };
}

/** Items whose credential is read before it counts as the same for all. */
const mostRead = 100;

/**
 * Whether the credential differs between items, of a long list between items spread over it. Reading it for an item
 * that does not exist shows nearly every expression that reads the item. It does not show one with a fallback
 * (`$input.item?.json.key ?? 'A'`): for that the items themselves are read.
 */
async function dependsOnItem(
	read: (itemIndex: number) => Promise<ICredentialDataDecryptedObject>,
	count: number,
): Promise<boolean> {
	if (count === 0) return false;
	const step = Math.max(1, count / mostRead);
	const spread = range(0, count, step).map(Math.floor);
	const seen = new Set<string>();
	for (const itemIndex of uniq([count, count - 1, ...spread])) {
		const fields = await read(itemIndex).then(
			(credential) => JSON.stringify(pick(credential, accountFields)),
			() => 'not resolved',
		);
		seen.add(fields);
		if (seen.size > 1) return true;
	}
	return false;
}
