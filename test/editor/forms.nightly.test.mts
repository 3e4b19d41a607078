import { test } from 'vitest';
import { expectFormToWork } from './forms/operations.mts';
import { useEditor, useEditorIn } from './session.mts';

const portuguese = useEditorIn('pt-BR', useEditor());

/** Forms of five kinds; `npm run test:forms` plays all of them. */
test.each([
	['a list with filters', 'order getMany'],
	['a batch', 'stock updateBatch'],
	['a sync', 'price sync'],
	['many columns and records to add', 'product create'],
	['a body with fields of your own', 'sandboxOrder simulatePayment'],
])('the form of %s: %s', async (_kind, name) => await expectFormToWork(portuguese.editor, name));
