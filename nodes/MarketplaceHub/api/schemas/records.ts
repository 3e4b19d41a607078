import { anyKey, type RecordSchema } from './answers';

/** Fields of one type. */
const fields =
	<Type extends RecordSchema>(type: Type) =>
	<Name extends string>(...names: Name[]) =>
		Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
const texts = fields('string');
const numbers = fields('number');

/** Records of the reference's 'Resources and their fields', as the hub sends them. */

export const channel = {
	...numbers('id'),
	...texts('hash', 'nome'),
	ativo: 'boolean',
} satisfies RecordSchema;

const prices = numbers('precoDe', 'precoPor', 'precoDeMidia', 'precoPorMidia');
const dimensions = numbers('altura', 'largura', 'comprimento', 'peso');

export const variation = {
	...texts('skuProduto', 'skuVariacao', 'tamanho', 'voltagem'),
	...prices,
	...numbers('estoque'),
	...texts('ean'),
	...dimensions,
} satisfies RecordSchema;

export const productListItem = {
	...texts('skuProdutoLider', 'skuProduto', 'nome'),
	ativo: 'boolean',
	...prices,
	...numbers('estoque', 'prazoProducao'),
	links: texts('GET', 'PUT'),
} satisfies RecordSchema;

export const product = {
	...texts('skuProduto', 'skuProdutoLider', 'nome'),
	...texts('descricao', 'descricaoCurta', 'descricaoSimples', 'ncm', 'ean', 'mpn'),
	...texts('condicao', 'faixaEtaria', 'genero', 'idCategoriaExterna'),
	...prices,
	...numbers('estoque', 'prazoProducao'),
	ativo: 'boolean',
	...dimensions,
	categoria: ['string'],
	marca: 'string',
	imagens: [{ id: 'number', url: 'string' }],
	...texts('urlVideo', 'urlProduto'),
	caracteristicas: texts(anyKey),
	tags: ['string'],
	cor: 'string',
	variacoes: [variation],
} satisfies RecordSchema;

export const batchNote = {
	...texts('idLista', 'identificador'),
	sucesso: 'boolean',
	...texts('info', 'error'),
	details: ['string'],
	data: 'string',
} satisfies RecordSchema;

export const batch = {
	batchId: 'number',
	...texts('requestId', 'data', 'tipo', 'acao', 'status'),
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
	...texts('dataCadastro', 'dataAtualizacao'),
} satisfies RecordSchema;

export const customizedPriceEntry = {
	canal: 'string',
	idProduto: 'number',
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	...fields('price')('precoDePersonalizado', 'precoPorPersonalizado'),
} satisfies RecordSchema;

export const fiscalDocument = {
	id: 'number',
	...texts('chaveAcesso', 'tipoDocumento', 'tipo', 'canal'),
	idPedido: 'number',
	status: 'string',
	documentosReferenciados: ['string'],
	...texts('dataEmissao', 'xml'),
} satisfies RecordSchema;

export const shipmentLabel = {
	...texts('conteudo', 'tipo', 'canal'),
	idPedidoCanal: 'number',
} satisfies RecordSchema;

const basicBuyer = texts('nome', 'email', 'cpfCnpj', 'pessoa', 'telefone', 'celular');

const basicDelivery = {
	...texts('cep', 'destinatario', 'endereco', 'bairro', 'cidade', 'uf', 'numero'),
	...texts('complemento', 'referencia'),
	prazoEntrega: 'number',
	...texts('tipoFrete', 'codigoRastreio', 'linkRastreio'),
} satisfies RecordSchema;

const fiscal = {
	...texts('nfeSerie', 'nfeNumero', 'nfeChave'),
	...texts('nfseNumero', 'nfseCodigoVerificacao', 'nfseUrlConsulta'),
} satisfies RecordSchema;

const basicOrder = {
	idPedido: 'number',
	...texts('idPedidoCanal', 'referenciaPedidoCanal'),
	idInterno: 'number',
	...texts('dataEmissao', 'dataIntegracao', 'status', 'moeda'),
	canal: texts('canal', 'canalIntegracao', 'hashCanal'),
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
	links: { GET: 'string', PUT: texts('faturado', 'enviado', 'entregue') },
} satisfies RecordSchema;

export const order = {
	...basicOrder,
	cliente: { ...basicBuyer, ...texts('rgIe', 'sexo', 'nascimento') },
	entrega: { ...basicDelivery, freteMapeado: { id: 'number', nome: 'string' } },
	itens: [{ ...texts('sku', 'nome', 'detalhes'), ...numbers('qtd', 'valor') }],
	pagamentos: [{ ...texts('metodo', 'descricao'), ...numbers('qtdParcelas', 'valor') }],
} satisfies RecordSchema;
