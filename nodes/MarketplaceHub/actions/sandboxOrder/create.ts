import cloneDeep from 'lodash/cloneDeep';
import set from 'lodash/set';
import { sendInOrder } from '../../api/async/sendInOrder';
import { recordOf } from '../../api/schemas/answers';
import { checked } from '../../api/schemas/check';
import { order } from '../../api/schemas/records';
import {
	sandboxOrder,
	sandboxOrderFields,
	sandboxOrderGroups,
} from '../../api/schemas/sandboxOrder';
import { entryProperties, readEntries } from '../common/entries';
import { defineOperation, FailedRecord } from '../operation';
import { assertSandbox } from './assertSandbox';

const example = {
	idPedidoCanal: 'TESTE-1',
	canal: 'marketplace',
	dataEmissao: '2026-03-01 10:00:00',
	moeda: 'BRL',
	cliente: {
		nome: 'Maria Souza',
		email: 'maria@example.com',
		cpfCnpj: '52998224725',
		pessoa: 'f',
		nascimento: '1990-05-20',
	},
	entrega: {
		cep: '01310-100',
		destinatario: 'Maria Souza',
		endereco: 'Avenida Paulista',
		bairro: 'Bela Vista',
		cidade: 'São Paulo',
		uf: 'SP',
		numero: '1000',
		prazoEntrega: 5,
	},
	valores: { frete: 10, subtotal: 79.9, desconto: 0, total: 89.9 },
	itens: [{ sku: 'CAMISETA-AZUL-M', nome: 'Camiseta azul M', qtd: 1, valor: 79.9 }],
	pagamentos: [{ metodo: 'pix', descricao: 'Pix', qtdParcelas: 1, valor: 89.9 }],
};

/** Sandbox-only order creation (reference: Orders; method and path are assumed). */
export const create = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sandbox order',
		description:
			'Simulate an order from a marketplace; it appears in the order queue and triggers the webhook',
	},
	properties: entryProperties('getSandboxOrderFields', example),
	endpoints: ['sandboxOrderCreate'],
	output: order,
	async perItem(context, itemIndex) {
		await assertSandbox(context.hub);
		// mapped columns are flat (`cliente.nome`), JSON and input items may hold whole groups
		const given = readEntries(context, itemIndex, { ...sandboxOrderFields, ...sandboxOrderGroups });
		const orders = given.map((entry) =>
			checked(sandboxOrder, nested(cloneDeep(entry), Object.keys(sandboxOrderGroups))),
		);
		const created = await sendInOrder(
			orders,
			async (body) => await context.hub.request('sandboxOrderCreate', { body }, recordOf(order)),
		);
		return created.map(({ input: { idPedidoCanal }, value, failure }) =>
			failure === undefined
				? value
				: new FailedRecord({ idPedidoCanal: String(idPedidoCanal) }, failure),
		);
	},
});

/** Turns dotted names (`cliente.nome`) into nested objects; every group is there, if need be empty. */
function nested(
	entry: Record<string, unknown>,
	groups: readonly string[],
): Record<string, unknown> {
	const result: Record<string, unknown> = {};
	groups.forEach((group) => set(result, group, {}));
	Object.entries(entry).forEach(([path, value]) => set(result, path, value));
	return result;
}
