import pick from 'lodash/pick';
import range from 'lodash/range';
import uniq from 'lodash/uniq';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { type Account, credentialName, accountOf } from '../../api/auth/account';
import { routeField } from '../../api/auth/routes';

/** Input items of one account. */
export interface AccountGroup {
	itemIndexes: number[];
	/** Undefined where the credential is the same for every item: then the node reads it as it goes. */
	account?: Account;
}

/** An item whose credential cannot be resolved, and why. */
interface UnresolvedItem {
	itemIndex: number;
	error: unknown;
}

type ReadCredential = (itemIndex: number) => Promise<ICredentialDataDecryptedObject>;

/**
 * Groups input items by the account that their credential resolves to: its fields may be expressions, which
 * n8n resolves for each item. Reading a credential costs n8n a database read, so about a hundred reads
 * find out whether it depends on the item at all.
 */
export async function groupByAccount(
	node: IExecuteFunctions,
	itemIndexes: number[],
): Promise<{ groups: AccountGroup[]; unresolved: UnresolvedItem[] }> {
	const read: ReadCredential = async (itemIndex) =>
		await node.getCredentials<ICredentialDataDecryptedObject>(credentialName, itemIndex);
	if (!(await dependsOnItem(read, itemIndexes.length)))
		return { groups: [{ itemIndexes }], unresolved: [] };
	const byKey = new Map<string, AccountGroup>();
	const unresolved: UnresolvedItem[] = [];
	for (const itemIndex of itemIndexes) {
		try {
			const account = { ...accountOf(await read(itemIndex)), dependsOnItem: true as const };
			const group = byKey.get(account.key) ?? { account, itemIndexes: [] };
			group.itemIndexes.push(itemIndex);
			byKey.set(account.key, group);
		} catch (error) {
			unresolved.push({ itemIndex, error });
		}
	}
	return { groups: [...byKey.values()], unresolved };
}

/** Items spread over a long list whose credential is read before it counts as the same for all. */
const mostSpread = 100;

/** Fields that say whose account it is; a stored token says nothing about that. */
const accountFields = [
	...['environment', 'baseUrl', 'appToken', 'apiKey', 'secretKey'],
	...['customizeRoutes', routeField('auth')],
];

/**
 * Whether the credential differs between items. Reading it for an item that does not exist shows nearly every
 * expression that reads the item. An expression with a fallback (`$input.item?.json.key ?? 'A'`) does not show there:
 * so the last item is read, and others from the first on.
 */
async function dependsOnItem(read: ReadCredential, count: number): Promise<boolean> {
	if (count === 0) return false;
	const step = Math.max(1, count / mostSpread);
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
