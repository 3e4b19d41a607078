import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { server } from '../n8n/session.mts';
import { Editor } from './editor.mts';
import { expectFormToWork } from './forms/operations.mts';
import { useEditor } from './session.mts';

const at = useEditor();

let editor: Editor;
beforeAll(async () => {
	editor = await Editor.open(at.browser, server.url, { locale: 'pt-BR' });
});
afterEach(async () => await editor.leave());
afterAll(async () => await editor.close());

/** One form of each kind; `npm run test:forms` plays all of them. */
test.each([
	['without a field', 'connection ping'],
	['a record', 'order get'],
	['a list with filters', 'order getMany'],
	['a period', 'fiscalDocument getMany'],
	['a batch', 'stock updateBatch'],
	['a sync', 'price sync'],
	['a reconciliation', 'order reconcile'],
	['many columns and records to add', 'product create'],
	['a body with fields of your own', 'sandboxOrder simulatePayment'],
	['files', 'shipmentLabel get'],
])('the form of %s: %s', async (_kind, name) => await expectFormToWork(editor, name));
