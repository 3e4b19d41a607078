import type { IDataObject } from 'n8n-workflow';
import type { FullOrder, Hub } from '../hub/index.mts';
import type { OrderItem } from '../hub/records.mts';

/** A sandbox order with the required fields, and no other. */
export function sandboxOrderFields(changes: IDataObject = {}): IDataObject {
	return {
		idPedidoCanal: 'T1',
		canal: 'Mercado Azul',
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
		itens: [{ sku: 'CANECA-1', nome: 'Caneca', qtd: 1, valor: 79.9 }],
		pagamentos: [{ metodo: 'pix', descricao: 'Pix', qtdParcelas: 1, valor: 89.9 }],
		...changes,
	};
}

/** So many pieces of a SKU, as an order has them. */
export const sold = (sku: string, qtd: number): OrderItem => {
	return { sku, nome: sku, detalhes: '', qtd, valor: 10 };
};

/** Gives each order a label in ZPL that says its ID. */
export function addZplLabels(hub: Hub, orders: FullOrder[]): void {
	for (const { idPedido, canal } of orders) {
		const conteudo = Buffer.from(`^XA^FD${idPedido}^FS^XZ`).toString('base64');
		const label = { conteudo, tipo: 'zpl', canal: canal.canal, idPedidoCanal: idPedido };
		hub.state.labels.set(idPedido, [label]);
	}
}
