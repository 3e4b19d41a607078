import { choiceCases, numberCases, textCases, type FieldCase } from '../../support/fieldCases.mts';
import { testFieldRules } from '../../support/fieldRules.mts';
import { sandboxOrderFields } from '../../support/orders.mts';
import { mapped, op } from '../../support/items.mts';

const texts = (fields: string, max: number, required: boolean): FieldCase[] =>
	fields.split(' ').flatMap((field) => textCases(field, max, required));
const amounts = (fields: string): FieldCase[] =>
	fields
		.split(' ')
		.flatMap((field) =>
			numberCases(field, { min: 0, max: 999999.99, step: 0.001, required: true }),
		);
const counts = (field: string, max: number) =>
	numberCases(field, { min: 1, max, step: 1, required: true });

const common = {
	operation: op('sandboxOrder create', mapped),
	endpoint: 'sandboxOrderCreate',
	entry: (index: number) => sandboxOrderFields({ idPedidoCanal: `T${index}` }),
};

testFieldRules('head', {
	...common,
	cases: [
		...texts('idPedidoCanal canal', 250, true),
		...texts('referenciaPedidoCanal', 250, false),
		{ field: 'dataEmissao', value: '2026-03-01 10:00:00' },
		{ field: 'dataEmissao', value: '2026-03-01T10:00:00', rule: 'YYYY-MM-DD HH:MM:SS' },
		{ field: 'dataEmissao', value: '01/03/2026', rule: 'YYYY-MM-DD HH:MM:SS' },
		{ field: 'dataEmissao', value: '2026-02-30 10:00:00', rule: 'YYYY-MM-DD HH:MM:SS' },
		{ field: 'dataEmissao', value: undefined, rule: 'is required' },
		{ field: 'moeda', value: 'BRL' },
		{ field: 'moeda', value: 'R$', rule: 'ISO 4217' },
		{ field: 'moeda', value: undefined, rule: 'is required' },
	],
});

testFieldRules('buyer', {
	...common,
	cases: [
		...texts('cliente.nome cliente.email cliente.cpfCnpj cliente.nascimento', 250, true),
		...texts('cliente.rgIe cliente.telefone cliente.celular', 250, false),
		...choiceCases('cliente.sexo', ['m', 'f', 'j', 'ni'], false),
		...choiceCases('cliente.pessoa', ['f', 'j'], true),
	],
});

testFieldRules('delivery', {
	...common,
	cases: [
		...texts('entrega.cep', 9, true),
		...texts('entrega.destinatario entrega.endereco entrega.bairro entrega.cidade', 250, true),
		...texts('entrega.numero', 50, true),
		...texts('entrega.complemento entrega.referencia entrega.tipoFrete', 250, false),
		{ field: 'entrega.uf', value: 'RJ' },
		{ field: 'entrega.uf', value: 'R', rule: '2 characters' },
		{ field: 'entrega.uf', value: 'RJX', rule: '2 characters' },
		{ field: 'entrega.uf', value: undefined, rule: 'is required' },
		...counts('entrega.prazoEntrega', 365),
	],
});

testFieldRules('values, items and payments', {
	...common,
	cases: [
		...amounts(
			'valores.frete valores.subtotal valores.desconto valores.total itens[0].valor pagamentos[0].valor',
		),
		...texts('itens[0].sku itens[0].nome pagamentos[0].metodo pagamentos[0].descricao', 250, true),
		...counts('itens[0].qtd', 99999),
		...counts('pagamentos[0].qtdParcelas', 99999),
		...['itens', 'pagamentos'].flatMap((field) => [
			{ field, value: [], rule: 'at least 1 entry' },
			{ field, value: undefined, rule: 'is required' },
		]),
	],
});
