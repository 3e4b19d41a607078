import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { afterAll } from 'vitest';
import { apiCredentialData, importExample } from '../server/examples.mts';
import { N8nRest, owner, type Credential, type Workflow } from '../server/rest.mts';
import { changeHome } from '../server/sqlite.mts';
import { waitFor } from '../server/wait.mts';
import { userAgent } from './userAgent.mts';

/** The API key of n8n's owner, in n8n's own credential for it. */
export async function apiCredential(n8n: N8nRest): Promise<Credential> {
	const data = apiCredentialData(n8n.url, await n8n.createApiKey(randomUUID()));
	return await n8n.createCredential({ name: 'API of n8n', type: 'n8nApi', data });
}

/** The login of the forms. */
export const login = { user: 'agency', password: 'agency-password-not-a-secret' };

/** What a form asks for, in n8n's credential for it. */
export const loginCredential = async (n8n: N8nRest): Promise<Credential> =>
	await n8n.createCredential({ name: 'Agency', type: 'httpBasicAuth', data: login });

const chosen = ({ id, name, type }: Credential) => ({ credentials: { [type]: { id, name } } });

/** Adapts an example: chooses the API key and the login, as a person does after the import. */
export const chooses =
	(api: Credential, ofForms?: Credential) =>
	(node: INode): INode => {
		if (['n8n-nodes-base.n8n', 'n8n-nodes-base.httpRequest'].includes(node.type))
			return { ...node, ...chosen(api) };
		return ofForms && node.type === 'n8n-nodes-base.formTrigger'
			? { ...node, webhookId: randomUUID(), ...chosen(ofForms) }
			: node;
	};

/** A tag of this name, which is there or not yet. */
export async function tagOf(n8n: N8nRest, name: string): Promise<string> {
	const tags = await n8n.request<Array<{ id: string; name: string }>>('GET', '/rest/tags');
	const known = tags.find((tag) => tag.name === name);
	return (known ?? (await n8n.request<{ id: string }>('POST', '/rest/tags', { name }))).id;
}

/** Adapts an example: its queue trigger asks so often. */
export const asksEvery =
	(value: number, unit: 'minutes' | 'hours') =>
	(node: INode): INode =>
		node.type.endsWith('.marketplaceHubQueueTrigger')
			? {
					...node,
					parameters: {
						...node.parameters,
						pollTimes: { item: [{ mode: 'everyX', value, unit }] },
					},
				}
			: node;

/**
 * The templates of a seller, in the project of this person. They end with the tests of the file: a form wants each once,
 * and the next file has its own.
 */
export async function useTemplates(person: N8nRest, credential: Credential, tags: string[]) {
	for (const example of ['seller-status', 'orders-into-table']) {
		const adapt = asksEvery(23, 'hours');
		const template = await importExample(person, example, credential, { tags, adapt });
		afterAll(async () => await person.deleteWorkflow(template));
	}
}

/** A page that a form shows, until it is answered. */
export interface FormPage {
	/** The run that shows it. */
	executionId: string;
	/** Its address, with its token. */
	url: string;
	text: string;
	/** Answers it; the page that follows. */
	answer(...answers: string[]): Promise<FormPage>;
}

const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;

/** What a person gives to a field of a form. */
export type Answer = string | File;

function bodyOf(answers: readonly Answer[]): FormData {
	const body = new FormData();
	for (const [index, answer] of answers.entries()) {
		if (typeof answer === 'string') body.append(`field-${index}`, answer);
		else body.append(`field-${index}`, answer, answer.name);
	}
	return body;
}

/** What a person adds to a call of a form. */
interface FormCall {
	headers?: Record<string, string>;
	/** In the address: n8n fills the fields of these names from it. */
	query?: Record<string, string>;
}

/** The address of the form of a published workflow. */
export function formUrl(n8n: N8nRest, { nodes }: Workflow): string {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${n8n.url}/form/${trigger?.webhookId}`;
}

/** Calls a form's address; without the login where `headers` say so. */
export async function postForm(
	n8n: N8nRest,
	workflow: Workflow,
	answers: readonly Answer[],
	{ headers = { authorization }, query = {} }: FormCall = {},
): Promise<Response> {
	const address = new URL(formUrl(n8n, workflow));
	address.search = new URLSearchParams(query).toString();
	return await fetch(address, {
		...{ method: 'POST', body: bodyOf(answers) },
		headers: { 'user-agent': userAgent, ...headers },
	});
}

/** The page of a form, as a link to it opens it. */
export async function getForm({ url }: N8nRest, path: string): Promise<string> {
	const headers = { 'user-agent': userAgent, authorization };
	return await (await fetch(url + path, { headers })).text();
}

/** Sends the form of a published workflow; the page that follows. */
export async function sendForm(
	n8n: N8nRest,
	workflow: Workflow,
	...answers: Answer[]
): Promise<FormPage> {
	return await sendFilledForm(n8n, workflow, answers);
}

/** Sends a form whose address fills in fields. */
export async function sendFilledForm(
	n8n: N8nRest,
	workflow: Workflow,
	answers: readonly Answer[],
	query: Record<string, string> = {},
): Promise<FormPage> {
	return await pageAfter(n8n, await postForm(n8n, workflow, answers, { query }));
}

/** The page that follows a form, by the answer to it. */
export async function pageAfter(n8n: N8nRest, response: Response): Promise<FormPage> {
	const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
	return await shownPage(n8n, formWaitingUrl);
}

/**
 * The page of a run, once it waits with one: before that, n8n answers nobody.
 * @param ran how many nodes had run when the page before it was answered
 */
async function shownPage(n8n: N8nRest, url: string, ran = 0): Promise<FormPage> {
	const [, executionId = ''] = /form-waiting\/(\d+)/.exec(url) ?? [];
	let count = 0;
	const waits = async () => {
		const { status, error, runData } = await n8n.execution(executionId);
		count = Object.keys(runData).length;
		if (status === 'error' || status === 'crashed')
			throw new Error(
				`${error?.message} ${error?.messages?.join(' ')}, in ${Object.keys(runData).at(-1)}`,
			);
		return status === 'waiting' && count > ran;
	};
	await waitFor(waits, { what: `the form of run ${executionId}`, timeout: 120_000, every: 100 });
	const headers = { 'user-agent': userAgent };
	const text = await (await fetch(url, { headers })).text();
	return {
		executionId,
		url,
		text,
		answer: async (...answers) => {
			await fetch(url, { method: 'POST', body: bodyOf(answers), headers });
			return await shownPage(n8n, url, count);
		},
	};
}

/** Sends the form of *Onboard a seller*, and gives the seller's name to the page that names what is copied. */
export async function sendOnboarding(
	n8n: N8nRest,
	workflow: Workflow,
	...[seller, name, baseUrl]: [seller: string, name: string, baseUrl: string]
): Promise<FormPage> {
	const page = await sendForm(n8n, workflow, seller, name, baseUrl);
	return page.text.includes('What will be copied') ? await page.answer(name) : page;
}

/** Sends the form of *Offboard a seller*, and gives the seller's ID to the page before anything changes. */
export async function sendOffboarding(
	n8n: N8nRest,
	workflow: Workflow,
	{
		seller,
		name,
		queue = 'Take what waits first',
	}: Record<'seller' | 'name', string> & { queue?: string },
): Promise<FormPage> {
	const switchedOff = "It is switched off in the hub's panel";
	const page = await sendForm(n8n, workflow, seller, name, switchedOff, queue);
	return await page.answer(seller);
}

/**
 * Another person of this n8n, signed in.
 * @param role an admin is one by a row in n8n's database: n8n wants a licence to invite one
 */
export async function otherPerson(
	n8n: N8nRest,
	name: string,
	role: 'global:member' | 'global:admin' = 'global:member',
): Promise<N8nRest> {
	const email = `${name.toLowerCase()}@example.com`;
	const [invited] = await n8n.request<
		Array<{ user: { inviteAcceptUrl?: string }; error?: string }>
	>('POST', '/rest/invitations', [{ email, role: 'global:member' }]);
	const token = new URL(invited!.user.inviteAcceptUrl!).searchParams.get('token');
	const person = new N8nRest(n8n.url, n8n.home);
	const names = { firstName: name, lastName: '<i>', password: owner.password };
	await person.request('POST', '/rest/invitations/accept', { token, ...names });
	if (role !== 'global:member')
		await changeHome(n8n.home, 'UPDATE user SET roleSlug = ? WHERE email = ?', role, email);
	return person;
}

/** Types what is in `data` into n8n's form of a credential that is there. */
export async function typeIn(
	n8n: N8nRest,
	{ id, name, type }: Pick<Credential, 'id' | 'name' | 'type'>,
	data: IDataObject,
): Promise<void> {
	await n8n.updateCredential({ id, name, type, data: data as Credential['data'] });
}
