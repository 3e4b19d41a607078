import { expect, test } from 'vitest';
import { batchNote, batchRecord } from '../../support/batches.mts';
import { asJson, byId, op, respond, shown } from '../../support/items.mts';
import { addSkus } from '../../support/products.mts';
import { expectNoSecret } from '../../support/secrets.mts';
import { setupEach } from '../../support/setup.mts';

/** Keys of characters that PHP writes as codes or with a backslash. */
const keys = {
	appToken: 'app/token+"odd"&ç-7f3a9c',
	apiKey: 'api\\key/with/slashes&quotes"-51d0',
	secretKey: 'secret+/ção"\\&-b22e/',
};
const at = setupEach({ environment: 'production', ...keys });

const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** JSON as `json_encode` of PHP writes it. */
const plain = (body: unknown) =>
	JSON.stringify(body)
		.replaceAll('/', '\\/')
		.replace(/[\u0080-\uffff]/g, code);
/** The same with the flags that make it safe within HTML. */
const forHtml = (body: unknown) =>
	plain(body)
		.replaceAll('\\"', '\\u0022')
		.replace(/[&'<>]/g, (found) => code(found).toUpperCase().replace('\\U', '\\u'));

const ways: Array<[string, (body: unknown) => string]> = [
	['as it is', plain],
	['for HTML', forHtml],
];
const inJson = { headers: { 'Content-Type': 'application/json' } };
const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** The secrets of the account, as one text; what is told of them must show *** in their place. */
const echo = async () => {
	await at.n8n.run(op('connection ping'));
	return [...Object.values(keys), at.hub.tokens.current].join(' | ');
};
const written = () =>
	[...ways.map(([, write]) => write), JSON.stringify].flatMap((write) =>
		Object.values(keys).map((key) => write(key).slice(1, -1)),
	);

test.each(ways)(
	'an error that repeats the keys, written by PHP %s, shows none',
	async (_, write) => {
		const text = await echo();
		const body = write({ error: text, details: [text, { nested: text }] });
		respond(at.hub, 'orderList', 400, { body, times: Infinity, ...inJson });
		for (const onError of modes) {
			const result = await at.n8n.run(op('order getMany'), [{}], { onError });
			expectNoSecret(at.hub, at.n8n, result, written());
			expect(
				`${shown(result.nodeError)}${JSON.stringify([result.json(), result.json(1)])}`,
			).toContain('***');
		}
	},
);

test.each(ways)('notes of a batch, written by PHP %s, show none', async (_, write) => {
	const text = await echo();
	addSkus(at.hub, 1);
	for (const [run, onError] of modes.entries()) {
		const note = batchNote('S0', { sucesso: false, error: text, details: [text] });
		const body = write(batchRecord([note], { requestId: text, batchId: 5001 + run }));
		respond(at.hub, 'batchGet', 200, { body, ...inJson });
		const result = await at.n8n.run(
			op('stock updateBatch', asJson({ sku: 'S0', estoque: 1 })),
			[{}],
			{ onError },
		);
		expectNoSecret(at.hub, at.n8n, result, written());
		expect(
			`${shown(result.nodeError)}${JSON.stringify([result.json(), result.json(1)])}`,
		).toContain('***');
	}
});

test.each(ways)('a record, written by PHP %s, loses only the secrets', async (_, write) => {
	const text = await echo();
	const order = at.hub.createOrder({ status: 'novo' });
	const nome = `José "Zé" & ${text} fim/1`;
	const body = write({ ...order, cliente: { ...order.cliente, nome } });
	respond(at.hub, 'orderGet', 200, { body, ...inJson });
	const result = await at.n8n.run(
		op('order get', { idPedido: byId(order.idPedido), simplify: false }),
	);
	expectNoSecret(at.hub, at.n8n, result, written());
	const [read] = result.json() as Array<{ cliente: { nome: string }; entrega: object }>;
	expect(read!.cliente.nome).toBe('José "Zé" & *** | *** | *** | *** fim/1');
	expect(read!.entrega).toEqual(order.entrega);
});
