import { anyKey, type RecordSchema } from './answers';

/** Records of the reference's 'Resources and their fields', as the hub sends them. */

export const channel = {
	id: 'number',
	hash: 'string',
	nome: 'string',
	ativo: 'boolean',
} satisfies RecordSchema;

const prices = {
	precoDe: 'number',
	precoPor: 'number',
	precoDeMidia: 'number',
	precoPorMidia: 'number',
} satisfies RecordSchema;
const dimensions = {
	altura: 'number',
	largura: 'number',
	comprimento: 'number',
	peso: 'number',
} satisfies RecordSchema;

export const variation = {
	skuProduto: 'string',
	skuVariacao: 'string',
	tamanho: 'string',
	voltagem: 'string',
	...prices,
	estoque: 'number',
	ean: 'string',
	...dimensions,
} satisfies RecordSchema;

export const productListItem = {
	skuProdutoLider: 'string',
	skuProduto: 'string',
	nome: 'string',
	ativo: 'boolean',
	...prices,
	estoque: 'number',
	prazoProducao: 'number',
	links: { GET: 'string', PUT: 'string' },
} satisfies RecordSchema;

export const product = {
	skuProduto: 'string',
	skuProdutoLider: 'string',
	nome: 'string',
	descricao: 'string',
	descricaoCurta: 'string',
	descricaoSimples: 'string',
	ncm: 'string',
	ean: 'string',
	mpn: 'string',
	condicao: 'string',
	faixaEtaria: 'string',
	genero: 'string',
	idCategoriaExterna: 'string',
	...prices,
	estoque: 'number',
	prazoProducao: 'number',
	ativo: 'boolean',
	...dimensions,
	categoria: ['string'],
	marca: 'string',
	imagens: [{ id: 'number', url: 'string' }],
	urlVideo: 'string',
	urlProduto: 'string',
	caracteristicas: { [anyKey]: 'string' },
	tags: ['string'],
	cor: 'string',
	variacoes: [variation],
} satisfies RecordSchema;

export const batchNote = {
	idLista: 'string',
	identificador: 'string',
	sucesso: 'boolean',
	info: 'string',
	error: 'string',
	details: ['string'],
	data: 'string',
} satisfies RecordSchema;

export const batch = {
	batchId: 'number',
	requestId: 'string',
	data: 'string',
	tipo: 'string',
	acao: 'string',
	status: 'string',
	contemErros: 'boolean',
	observacoes: [batchNote],
} satisfies RecordSchema;

export const securityStockEntry = {
	canal: 'string',
	idProduto: 'number',
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	qtdEstoqueSeguranca: 'number',
} satisfies RecordSchema;

export const securityStockSetEntry = {
	idProduto: 'number',
	idAtributoSimples: 'number',
	idCanalIntegracao: 'number',
	idIntegracao: 'number',
	estoqueSeguranca: 'number',
	dataCadastro: 'string',
	dataAtualizacao: 'string',
} satisfies RecordSchema;

export const customizedPriceEntry = {
	canal: 'string',
	idProduto: 'number',
	skuProduto: 'string',
	idCanalIntegracao: 'number',
	precoDePersonalizado: 'price',
	precoPorPersonalizado: 'price',
} satisfies RecordSchema;

export const fiscalDocument = {
	id: 'number',
	chaveAcesso: 'string',
	tipoDocumento: 'string',
	tipo: 'string',
	canal: 'string',
	idPedido: 'number',
	status: 'string',
	documentosReferenciados: ['string'],
	dataEmissao: 'string',
	xml: 'string',
} satisfies RecordSchema;

export const shipmentLabel = {
	conteudo: 'string',
	tipo: 'string',
	canal: 'string',
	idPedidoCanal: 'number',
} satisfies RecordSchema;

const basicBuyer = {
	nome: 'string',
	email: 'string',
	cpfCnpj: 'string',
	pessoa: 'string',
	telefone: 'string',
	celular: 'string',
} satisfies RecordSchema;

const basicDelivery = {
	cep: 'string',
	destinatario: 'string',
	endereco: 'string',
	bairro: 'string',
	cidade: 'string',
	uf: 'string',
	numero: 'string',
	complemento: 'string',
	referencia: 'string',
	prazoEntrega: 'number',
	tipoFrete: 'string',
	codigoRastreio: 'string',
	linkRastreio: 'string',
} satisfies RecordSchema;

const basicOrder = {
	idPedido: 'number',
	idPedidoCanal: 'string',
	referenciaPedidoCanal: 'string',
	idInterno: 'number',
	dataEmissao: 'string',
	dataIntegracao: 'string',
	status: 'string',
	moeda: 'string',
	canal: { canal: 'string', canalIntegracao: 'string', hashCanal: 'string' },
	cliente: basicBuyer,
	entrega: basicDelivery,
	valores: { subtotal: 'number', frete: 'number', desconto: 'number', total: 'number' },
	fiscal: {
		nfeSerie: 'string',
		nfeNumero: 'string',
		nfeChave: 'string',
		nfseNumero: 'string',
		nfseCodigoVerificacao: 'string',
		nfseUrlConsulta: 'string',
	},
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
	links: { GET: 'string', PUT: { faturado: 'string', enviado: 'string', entregue: 'string' } },
} satisfies RecordSchema;

export const order = {
	...basicOrder,
	cliente: { ...basicBuyer, rgIe: 'string', sexo: 'string', nascimento: 'string' },
	entrega: { ...basicDelivery, freteMapeado: { id: 'number', nome: 'string' } },
	itens: [{ sku: 'string', nome: 'string', detalhes: 'string', qtd: 'number', valor: 'number' }],
	pagamentos: [{ metodo: 'string', descricao: 'string', qtdParcelas: 'number', valor: 'number' }],
} satisfies RecordSchema;
