import pick from 'lodash/pick';
import type { INodeProperties } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { Hub } from '../../api/hub';
import type { Row } from '../../api/rows/row';
import { orderOf } from '../../api/schemas/reads/orderAnswers';
import { normalize } from '../../api/schemas/normalize';
import {
	grouped,
	sandboxOrderFields,
	sandboxOrderWrite,
} from '../../api/schemas/writes/sandboxOrder';
import { orderRecord } from '../../api/schemas/reads/records';
import { entryProperties } from '../form/entryProperties';
import { readEntries } from '../form/readEntries';
import { toBody } from '../form/toBody';
import { defineOperation, Output } from '../operation';
import { sendSingly } from '../write/sendSingly';

const orderExample = {
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

/** An order has many parts: JSON is the first way to give it. */
const jsonFirst = (property: INodeProperties): INodeProperties =>
	property.name === 'inputMode'
		? { ...property, options: [...(property.options ?? [])].reverse(), default: 'json' }
		: property;

/** Sandbox-only order creation (reference: Orders; method and path are assumed). */
export const createOrder = defineOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sandbox order',
		toolDescription:
			"Create a test order in the hub's sandbox. Never for real orders: those come from marketplaces. Writes; one request, 60 a minute.",
		description:
			'Simulate an order from a marketplace; it appears in the order queue and triggers the webhook',
	},
	properties: entryProperties('getSandboxOrderFields', orderExample).map(jsonFirst),
	endpoints: ['sandboxOrderCreate'],
	output: orderRecord,
	async perItem(context, itemIndex) {
		await assertSandbox(context.hub);
		// mapped columns are flat (`cliente.nome`), JSON and input items may hold whole groups
		const entries = readEntries(context.parameters, itemIndex, sandboxOrderFields);
		const rows = entries.map((given, position): Row => {
			const body = toBody(context.hints, normalize(grouped(given), sandboxOrderWrite));
			const identity = { idPedidoCanal: String(body.idPedidoCanal) };
			return { itemIndexes: [itemIndex], position, identity, body };
		});
		await sendSingly(
			context.node,
			rows,
			async ({ body }) => await context.hub.request('sandboxOrderCreate', { body }, orderOf()),
		);
		return rows.map(({ identity, result = {}, failure }) =>
			failure === undefined
				? { ...pick(result, first), ...result }
				: new Output([itemIndex], identity, { failure }),
		);
	},
});

/** The fields that a person looks for first. */
const first = ['idPedido', 'idPedidoCanal', 'status', 'dataEmissao'];

/** @throws HubError of kind `invalid` in production, which has no sandbox orders (reference: Orders) */
export async function assertSandbox(hub: Pick<Hub, 'account'>): Promise<void> {
	const { environment } = await hub.account();
	if (environment === 'sandbox') return;
	throw new HubError('invalid', 'Sandbox orders do not exist in production', {
		description: 'Choose a credential whose Environment is Sandbox.',
	});
}
