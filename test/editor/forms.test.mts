import { test } from 'vitest';
import { expectFormToWork } from './forms/operations.mts';
import { useEditor, useEditorIn } from './session.mts';

const portuguese = useEditorIn('pt-BR', useEditor());

/** One form of each kind; `npm run test:forms` plays all of them. */
test.each([
	['an operation without a field', 'connection ping'],
	['a record', 'order get'],
	['a list with filters', 'order getMany'],
	['a period', 'fiscalDocument getMany'],
	['a batch', 'stock updateBatch'],
	['a sync', 'price sync'],
	['a reconciliation', 'order reconcile'],
	['many columns and records to add', 'product create'],
	['a body with fields of your own', 'sandboxOrder simulatePayment'],
	['files', 'shipmentLabel get'],
])('the form of %s: %s', async (_kind, name) => await expectFormToWork(portuguese.editor, name));
