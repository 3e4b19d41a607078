import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { server, hubNode } from '../../n8n/session.mts';
import { everyOperation } from '../../support/everyOperation.mts';
import { Editor } from '../editor.mts';
import { useEditor } from '../session.mts';
import { Form } from './form.mts';
import { expectFormToWork } from './operations.mts';

const at = useEditor();

let editor: Editor;
beforeAll(async () => {
	editor = await Editor.open(at.browser, server.url, { locale: 'pt-BR' });
});
afterEach(async () => await editor.leave());
afterAll(async () => await editor.close());

test.each(Object.keys(everyOperation))('%s', async (name) => await expectFormToWork(editor, name));

test.each(['marketplaceHubTrigger', 'marketplaceHubQueueTrigger'])('%s', async (type) => {
	const node = hubNode(type, {}, at.credential);
	const { id } = await at.n8n.createWorkflow({ name: type, nodes: [node], connections: {} });
	await editor.openNode(id, node.id);
	const form = new Form(editor, editor.at('node-parameters'));
	await form.field('event').waitFor();
	await form.lookAtEveryChoice();
	await form.addEverything();
	await form.look();
	expect([...form.faults]).toEqual([]);
});

test('the credential', async () => {
	await editor.newCredential('Marketplace Hub');
	const form = new Form(editor, editor.at('editCredential-modal'));
	await form.field('environment').waitFor();
	await form.lookAtEveryChoice();
	expect([...form.faults]).toEqual([]);
});
