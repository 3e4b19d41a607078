import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { credentialData, credentialType } from '../../engine/credentialData.mts';
import { sendForm, typeIn } from '../../support/agency.mts';
import {
	hub,
	n8n,
	member,
	onboarding,
	tags,
	answers,
	onboard,
	offboard,
	listed,
	namesOf,
	credentials,
	rows,
	membersWorkflow,
	onboarded,
} from './agencyStrangersSupport.mts';
import { nodeOf, to } from '../session.mts';
import type { Workflow } from '../../server/rest.mts';

/** Others work in the same n8n: what is theirs is never taken for a seller's, nor touched. */

test("a member's workflow with the template's tag is named and not copied; closing the page leaves nothing", async () => {
	const before = [namesOf(await listed()), (await credentials()).length, (await rows()).length];
	const theirs = await membersWorkflow('<b>Give me</b>', tags);
	const { text } = await sendForm(n8n, onboarding, ...answers('azul'));
	expect(text).toContain('What will be copied');
	expect(text).toContain('• Seller status');
	expect(text).toContain('• Orders into a table');
	expect(text).toMatch(/Not copied: .*&lt;b&gt;Give me&lt;\/b&gt;.*in the project .*Mia/);
	expect(text).not.toContain('<b>Give me');
	const after = await listed();
	expect([
		namesOf(after.filter(({ id }) => id !== theirs.id)),
		(await credentials()).length,
		(await rows()).length,
	]).toEqual(before);
	const tables = await n8n.request<{ data: Array<{ name: string }> }>(
		'GET',
		'/rest/data-tables-global?take=250',
	);
	expect(tables.data.filter(({ name }) => name.startsWith('agency_'))).toEqual([]);

	expect(await onboarded('azul')).toContain('Loja azul is onboarded');
	expect(namesOf(await listed()).filter((name) => name.startsWith('Seller azul'))).toEqual([
		'Seller azul: Orders into a table',
		'Seller azul: Seller status',
	]);
	await member.deleteWorkflow(theirs);
});

test('a page comes only where something would change', async () => {
	const { text } = await sendForm(n8n, onboarding, ...answers('azul'));
	expect(text).toContain('Loja azul is onboarded');
});

test("a member's credential of the seller's name is not taken, and no key is typed into it", async () => {
	const theirs = await member.createCredential({
		...{ name: 'Seller rosa: hub', type: credentialType },
		data: credentialData(hub, { apiKey: 'of-mia', secretKey: 'of-mia' }),
	});
	const { text } = await onboard('rosa');
	const own = (await credentials()).filter(({ name }) => name === 'Seller rosa: hub');
	const [kits] = own.filter(({ id }) => id !== theirs.id);
	expect(own).toHaveLength(2);
	expect(text).toContain(`/home/credentials/${kits!.id}`);
	expect(text).not.toContain(`/home/credentials/${theirs.id}`);
	expect(text).toMatch(/Seller rosa: hub.* belongs to the project .*Mia/);
	await typeIn(n8n, kits!, credentialData(hub) as IDataObject);
	expect((await onboard('rosa')).text).toContain('Loja rosa is onboarded');

	const going = await offboard('rosa');
	expect(going.text).toContain('a credential in the project');
	expect((await going.answer('rosa', 'Delete them')).text).toContain('He is offboarded');
	expect((await credentials(member)).map(({ id }) => id)).toContain(theirs.id);
});

test("a path as the ID of a member's workflow does not lead the kit, with its API key, to the member", async () => {
	const hook = nodeOf('Call', 'webhook', { typeVersion: 2, parameters: { path: 'grab' } });
	const grab = await member.createWorkflow({
		...{ name: 'Grab', nodes: [hook, nodeOf('End', 'noOp')], connections: { Call: to('End') } },
		settings: {},
	} as never);
	await member.publish(grab);
	const base = { nodes: [nodeOf('Start', 'manualTrigger')], connections: {}, settings: {} };
	const make = async (named: { name: string; tags?: string[] }, times: number) =>
		await member.request<Workflow>('POST', '/rest/workflows', {
			...{ ...base, ...named },
			id: `${'../'.repeat(times)}webhook/grab`,
		});
	await make({ name: 'Give me', tags }, 3);
	await make({ name: 'Seller verde: Mine' }, 4);

	const text = await onboarded('verde');
	expect(text).toContain('Loja verde is onboarded');
	expect((await sendForm(n8n, onboarding, ...answers('lima'))).text).toMatch(
		/Not copied: .*Give me/,
	);
	const going = await offboard('verde');
	expect(going.text).toContain('Seller verde: Mine');
	expect((await going.answer('verde', 'Delete them')).text).toContain('He is offboarded');

	expect(await member.executions(grab)).toEqual([]);
	const left = namesOf(await listed(member));
	expect(left).toEqual(expect.arrayContaining(['Give me', 'Seller verde: Mine']));
	await member.deleteWorkflow(grab);
});
