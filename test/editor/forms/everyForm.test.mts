import { expect, test } from 'vitest';
import { hubNode } from '../../n8n/session.mts';
import { everyOperation } from '../../support/everyOperation.mts';
import { useEditor, useEditorIn } from '../session.mts';
import { Form } from './form.mts';
import { expectFormToWork } from './operations.mts';

const at = useEditor();
const portuguese = useEditorIn('pt-BR', at);

test.each(Object.keys(everyOperation))(
	'%s',
	async (name) => await expectFormToWork(portuguese.editor, name),
);

test.each(['marketplaceHubTrigger', 'marketplaceHubQueueTrigger'])('%s', async (type) => {
	const { editor } = portuguese;
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
	const { editor } = portuguese;
	await editor.newCredential('Marketplace Hub');
	const form = new Form(editor, editor.at('editCredential-modal'));
	await form.field('environment').waitFor();
	await form.lookAtEveryChoice();
	expect([...form.faults]).toEqual([]);
});
