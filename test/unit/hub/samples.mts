/** A complete body for the product registration. */
export function product(sku: string, changes: object = {}): Record<string, unknown> {
	return {
		skuProduto: sku,
		skuProdutoLider: sku,
		nome: 'Produto de teste',
		descricao: '<b>Descrição</b>',
		ean: '7891234567895',
		precoDe: 20,
		precoPor: 10.5,
		ativo: true,
		prazoProducao: 0,
		altura: 1,
		largura: 2,
		comprimento: 3,
		peso: 0.1,
		categoria: ['A', 'B'],
		marca: 'Marca',
		imagens: [{ id: 1, url: 'https://img.example.com/1.jpg' }],
		...changes,
	};
}

/** A variation of such a product. */
export const variation = (sku: string, changes: object = {}): Record<string, unknown> => ({
	skuVariacao: sku,
	precoDe: 5,
	precoPor: 5,
	...changes,
});

/** A complete body for the sandbox order creation with every required field and no other. */
export function sandboxOrder(changes: object = {}): Record<string, unknown> {
	return {
		idPedidoCanal: 'MKT-1',
		canal: 'Mercado Azul',
		dataEmissao: '2024-05-06 07:08:09',
		moeda: 'BRL',
		cliente: {
			nome: 'João Ação',
			email: 'joao@example.com',
			cpfCnpj: '52998224725',
			pessoa: 'f',
			nascimento: '1980-01-02',
		},
		entrega: {
			cep: '04101-000',
			destinatario: 'João Ação',
			endereco: 'Rua A',
			bairro: 'Centro',
			cidade: 'São Paulo',
			uf: 'SP',
			numero: '10',
			prazoEntrega: 5,
		},
		valores: { frete: 10, subtotal: 59.8, desconto: 0, total: 69.8 },
		itens: [{ sku: 'CANECA-1', nome: 'Caneca', qtd: 2, valor: 29.9 }],
		pagamentos: [{ metodo: 'pix', descricao: 'Pix', qtdParcelas: 1, valor: 69.8 }],
		...changes,
	};
}

/** A copy with the value at a dotted path replaced; undefined removes it. */
export function changed(
	body: Record<string, unknown>,
	path: string,
	value: unknown,
): Record<string, unknown> {
	const copy = structuredClone(body);
	const steps = path.split('.');
	const last = steps.pop() as string;
	const target = steps.reduce<Record<string, unknown>>(
		(at, step) => at[step] as Record<string, unknown>,
		copy,
	);
	if (value === undefined) delete target[last];
	else target[last] = value;
	return copy;
}
