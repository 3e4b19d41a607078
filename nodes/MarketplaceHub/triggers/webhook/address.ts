import type { INode } from 'n8n-workflow';

/** IDs of triggers in examples that were published once: every reader of these examples knows the address. */
const publishedIds = [
	'8a4f1c36-2f0e-4a53-9d0c-3b8f6f0f5a10',
	'8a4f1c36-2f0e-4a53-9d0c-3b8f6f0f5a11',
	'8a4f1c36-2f0e-4a53-9d0c-3b8f6f0f5a12',
];

/**
 * Says why others may know the address of a webhook node: n8n makes it of an ID that the node gets when it
 * is added or first saved in the editor.
 * @returns undefined where nobody can
 */
export function knownAddress({ webhookId = '' }: INode): string | undefined {
	if (webhookId !== '' && !publishedIds.includes(webhookId)) return undefined;
	const why =
		webhookId === ''
			? 'it is made of the names of workflow and node, until the workflow is saved in the editor'
			: 'it is the one of an example, which everybody can read';
	return `Others may know the address of this webhook: ${why}. Add the trigger anew, save and publish the workflow, and paste the new production URL into the hub's panel. A Webhook Secret in the credential protects the address until then.`;
}
