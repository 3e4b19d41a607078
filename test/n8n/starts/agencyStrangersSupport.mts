import type { IDataObject } from 'n8n-workflow';
import { credentialData } from '../../engine/credentialData.mts';
import { tableRows } from '../../server/dataTables.mts';
import { importExample } from '../../server/examples.mts';
import type { Credential, Workflow } from '../../server/rest.mts';
import {
	apiCredential,
	asksEvery,
	chooses,
	loginCredential,
	otherPerson,
	sendOffboarding,
	sendOnboarding,
	tagOf,
	typeIn,
} from '../../support/agency.mts';
import { nodeOf, signIn, storeCredential, to, useHub, useOwnServer } from '../session.mts';

/** The kit of an agency in the project of an n8n's owner, and a member of that n8n beside it. */
const [own, hubOfSellers] = await Promise.all([useOwnServer(), useHub({ seed: { orders: 1 } })]);
export const hub = hubOfSellers;
export const n8n = await signIn(own);
export const credential = await storeCredential(n8n, hub);
export const [api, login] = [await apiCredential(n8n), await loginCredential(n8n)];
export const member = await otherPerson(n8n, 'Mia');

export const published = async (example: string, adapt = chooses(api, login), by = n8n) => {
	const workflow = await importExample(by, example, credential, { adapt });
	await by.publish(workflow);
	return workflow;
};
export const onboarding = await published('onboard-seller');
export const offboarding = await published('offboard-seller');
export const tags = [await tagOf(n8n, 'seller template')];
for (const example of ['seller-status', 'orders-into-table'])
	await importExample(n8n, example, credential, { tags, adapt: asksEvery(23, 'hours') });

export const answers = (seller: string): [string, string, string] => [
	seller,
	`Loja ${seller}`,
	hub.url,
];
export const onboard = async (seller: string) =>
	await sendOnboarding(n8n, onboarding, ...answers(seller));
export const offboard = async (seller: string) =>
	await sendOffboarding(n8n, offboarding, { seller, name: `Loja ${seller}` });

type Listed = Workflow & { tags: Array<{ name: string }>; homeProject: { name: string } };
export const listed = async (by = n8n) =>
	await by.request<Listed[]>('GET', '/rest/workflows?includeScopes=false');
export const namesOf = (all: Listed[]) => all.map(({ name }) => name).sort();
export const credentials = async (by = n8n) =>
	await by.request<Array<Credential & { homeProject: { id: string } }>>('GET', '/rest/credentials');
export const rows = async () => await tableRows(n8n, 'agency_sellers');

/** A member's workflow, with a webhook that gives an order away; it starts nothing by itself. */
const start = nodeOf('Call', 'webhook', { typeVersion: 2, parameters: { path: 'give-me' } });
const orders = {
	...nodeOf('Orders', 'noOp'),
	...{ type: 'n8n-nodes-marketplace-hub.marketplaceHub', typeVersion: 1 },
	parameters: { resource: 'order', operation: 'getMany', limit: 1 },
};
export const membersWorkflow = async (name: string, wanted: string[] = []) =>
	await member.createWorkflow({
		...{ name, nodes: [start, orders], connections: { Call: to('Orders') }, settings: {} },
		...{ tags: wanted },
	} as never);

/** Types the keys in and sends the form until the seller is onboarded. */
export async function onboarded(seller: string): Promise<string> {
	await onboard(seller);
	const own = (await credentials()).find(({ name }) => name === `Seller ${seller}: hub`);
	await typeIn(n8n, own!, credentialData(hub) as IDataObject);
	return (await onboard(seller)).text;
}
