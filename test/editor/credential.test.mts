import { expect, onTestFinished, test } from 'vitest';
import { credentialData } from '../engine/credentialData.mts';
import { useEditor } from './session.mts';

const at = useEditor();

const fill = async (secretKey: string) => {
	const { editor } = at;
	onTestFinished(remove);
	await editor.newCredential('Marketplace Hub');
	const { baseUrl, apiKey } = credentialData(at.hub);
	for (const [name, value] of Object.entries({ baseUrl, apiKey, secretKey }))
		await editor.at(`parameter-input-${name}`).locator('input').fill(String(value));
	await editor.at('credential-save-button').click();
};

/** n8n keeps what was saved, and new nodes take the newest credential. */
const remove = async () => {
	const list = await at.n8n.request<Array<{ id: string; name: string }>>(
		'GET',
		'/rest/credentials',
	);
	for (const { id } of list.filter(({ name }) => name.startsWith('Marketplace Hub')))
		await at.n8n.request('DELETE', `/rest/credentials/${id}`);
};

test('good keys are confirmed', async () => {
	await fill(String(credentialData(at.hub).secretKey));
	const success = at.editor.at('credentials-config-container-test-success');
	await success.waitFor({ state: 'visible' });
	expect(await success.textContent()).toContain('Connection tested successfully');
});

test('the dialog refuses wrong keys and says what to check', async () => {
	await fill('not-the-secret-key');
	const { editor } = at;
	await editor.page.getByText(/Couldn.t connect with these settings/).waitFor();
	await editor.page.getByText('More details').click();
	const modal = editor.at('editCredential-modal');
	await modal
		.getByText(/Check .*Secret Key/)
		.first()
		.waitFor();
	expect(at.hub.count({ endpoint: 'auth', status: 401 })).toBeGreaterThan(0);
});
