import { anyKey, type RecordSchema } from './recordSchema';

/* Records as the hub sends them (reference: Resources and their fields). */

/** Makes a table of fields of one type out of their names. */
const fieldsOfType =
	<Type extends RecordSchema>(type: Type) =>
	<Name extends string>(...names: Name[]) =>
		Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
export const textFields = fieldsOfType('string');
const numbers = fieldsOfType('number');
const dates = fieldsOfType('date');

export const channelRecord = {
	...numbers('id'),
	...textFields('hash', 'nome'),
	ativo: 'boolean',
} satisfies RecordSchema;

const prices = numbers('precoDe', 'precoPor', 'precoDeMidia', 'precoPorMidia');
const dimensions = numbers('altura', 'largura', 'comprimento', 'peso');

export const variationRecord = {
	...textFields('skuProduto', 'skuVariacao', 'tamanho', 'voltagem'),
	...prices,
	...numbers('estoque'),
	...textFields('ean'),
	...dimensions,
} satisfies RecordSchema;

export const productListItem = {
	...textFields('skuProdutoLider', 'skuProduto', 'nome'),
	ativo: 'boolean',
	...prices,
	...numbers('estoque', 'prazoProducao'),
	links: textFields('GET', 'PUT'),
} satisfies RecordSchema;

export const productRecord = {
	...textFields('skuProduto', 'skuProdutoLider', 'nome'),
	...textFields('descricao', 'descricaoCurta', 'descricaoSimples', 'ncm', 'ean', 'mpn'),
	...textFields('condicao', 'faixaEtaria', 'genero', 'idCategoriaExterna'),
	...prices,
	...numbers('estoque', 'prazoProducao'),
	ativo: 'boolean',
	...dimensions,
	categoria: ['string'],
	marca: 'string',
	imagens: [{ id: 'number', url: 'string' }],
	...textFields('urlVideo', 'urlProduto'),
	caracteristicas: textFields(anyKey),
	tags: ['string'],
	cor: 'string',
	variacoes: [variationRecord],
} satisfies RecordSchema;

export const batchNote = {
	...textFields('idLista', 'identificador'),
	sucesso: 'boolean',
	...textFields('info', 'error'),
	details: ['string'],
	data: 'string',
} satisfies RecordSchema;

export const batchRecord = {
	batchId: 'number',
	...textFields('requestId', 'data', 'tipo', 'acao', 'status'),
	contemErros: 'boolean',
	observacoes: [batchNote],
} satisfies RecordSchema;

export const securityStockEntry = {
	canal: 'string',
	idProduto: 'number',
	skuProduto: 'string',
	...numbers('idCanalIntegracao', 'qtdEstoqueSeguranca'),
} satisfies RecordSchema;

export const securityStockSetEntry = {
	...numbers('idProduto', 'idAtributoSimples', 'idCanalIntegracao', 'idIntegracao'),
	...numbers('estoqueSeguranca'),
	...textFields('dataCadastro', 'dataAtualizacao'),
} satisfies RecordSchema;

export const customizedPriceEntry = {
	canal: 'string',
	idProduto: 'number',
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	...fieldsOfType('price')('precoDePersonalizado', 'precoPorPersonalizado'),
} satisfies RecordSchema;

export const fiscalDocumentRecord = {
	id: 'number',
	...textFields('chaveAcesso', 'tipoDocumento', 'tipo', 'canal'),
	idPedido: 'number',
	status: 'string',
	documentosReferenciados: ['string'],
	...dates('dataEmissao'),
	xml: 'string',
} satisfies RecordSchema;

export const shipmentLabelRecord = {
	...textFields('conteudo', 'tipo', 'canal'),
	idPedidoCanal: 'number',
} satisfies RecordSchema;

const basicBuyer = textFields('nome', 'email', 'cpfCnpj', 'pessoa', 'telefone', 'celular');

const basicDelivery = {
	...textFields('cep', 'destinatario', 'endereco', 'bairro', 'cidade', 'uf', 'numero'),
	...textFields('complemento', 'referencia'),
	prazoEntrega: 'number',
	...textFields('tipoFrete', 'codigoRastreio', 'linkRastreio'),
} satisfies RecordSchema;

const fiscal = {
	...textFields('nfeSerie', 'nfeNumero', 'nfeChave'),
	...textFields('nfseNumero', 'nfseCodigoVerificacao', 'nfseUrlConsulta'),
} satisfies RecordSchema;

const basicOrder = {
	idPedido: 'number',
	...textFields('idPedidoCanal', 'referenciaPedidoCanal'),
	idInterno: 'number',
	...dates('dataEmissao', 'dataIntegracao'),
	...textFields('status', 'moeda'),
	// the meaning of its status, see orderAnswers.ts
	isCancelled: 'boolean',
	isReturned: 'boolean',
	canal: textFields('canal', 'canalIntegracao', 'hashCanal'),
	cliente: basicBuyer,
	entrega: basicDelivery,
	valores: numbers('subtotal', 'frete', 'desconto', 'total'),
	fiscal,
} satisfies RecordSchema;

/** The six statuses of an order (reference: States and transitions); the vocabulary is open. */
export const orderStatuses = [
	'novo',
	'pago',
	'faturado',
	'enviado',
	'entregue',
	'cancelado',
] as const;

export const orderListItem = {
	...basicOrder,
	links: { GET: 'string', PUT: textFields('faturado', 'enviado', 'entregue') },
} satisfies RecordSchema;

export const orderRecord = {
	...basicOrder,
	cliente: { ...basicBuyer, ...textFields('rgIe', 'sexo', 'nascimento') },
	entrega: { ...basicDelivery, freteMapeado: { id: 'number', nome: 'string' } },
	itens: [{ ...textFields('sku', 'nome', 'detalhes'), ...numbers('qtd', 'valor') }],
	pagamentos: [{ ...textFields('metodo', 'descricao'), ...numbers('qtdParcelas', 'valor') }],
} satisfies RecordSchema;

/** Result of a customized price (reference: Customized prices). */
export const priceResult = {
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	precoDe: 'number',
	precoPor: 'number',
	sucesso: 'boolean',
	error: 'string',
} satisfies RecordSchema;

/** Result of a listing's price. */
export const listingPriceResult = {
	...priceResult,
	prefixoCanalIntegracao: 'string',
	codigoMkt: 'string',
} satisfies RecordSchema;
