import range from 'lodash/range.js';
import { expect, test } from 'vitest';
import { importExample } from '../server/examples.mts';
import { loginCredential, sendForm } from '../support/agency.mts';
import { addSimple, heldBy, writes } from '../support/sync.mts';
import { useN8n } from './session.mts';

/** A seller gives his file to a form, looks at what would change, and sends it. */
const { hub, n8n, credential } = await useN8n({ seed: { products: 0 } });
const login = await loginCredential(n8n);
addSimple(hub, 30);
const workflow = await importExample(n8n, 'list-from-file', credential, { login });
await n8n.publish(workflow);

const csv = (text: string, name = 'lista.csv') =>
	new File([Buffer.from(text, 'latin1')], name, { type: 'application/vnd.ms-excel' });
const stock = (changed: number, all = 30) =>
	csv(
		['Código;Saldo', ...range(all).map((row) => `P${row};${row < changed ? 8 : 5}`)].join('\r\n'),
	);
const give = async (holds: string, file: File, whole = 'No') =>
	await sendForm(n8n, workflow, holds, file, whole);

test('a list is shown, and sent once the person says so', async () => {
	const page = await give('Stock', stock(3));
	expect(page.text).toContain('30 rows, 3 would change, 0 held or left out, 27 as they are');
	expect(page.text).toContain('estoque: 5 → 8');
	expect(writes(hub)).toEqual([]);
	const done = await page.answer('Send');
	expect(done.text).toContain('3 changed');
	expect(heldBy(hub, 'P2')!.estoque).toBe(8);
});
