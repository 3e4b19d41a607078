/** The hub's records, named and typed as in the part 'Resources and their fields' of the reference. */

export interface Channel {
	id: number;
	hash: string;
	nome: string;
	ativo: boolean;
}

export interface Customer {
	nome: string;
	email: string;
	cpfCnpj: string;
	pessoa: 'f' | 'j';
	telefone: string;
	celular: string;
	rgIe: string;
	sexo: 'm' | 'f' | 'j' | 'ni';
	nascimento: string;
}

export interface OrderDelivery {
	cep: string;
	destinatario: string;
	endereco: string;
	bairro: string;
	cidade: string;
	uf: string;
	numero: string;
	complemento: string;
	referencia: string;
	prazoEntrega: number;
	tipoFrete: string;
	codigoRastreio: string;
	linkRastreio: string;
	freteMapeado?: { id: number; nome: string };
}

export interface OrderItem {
	sku: string;
	nome: string;
	detalhes: string;
	qtd: number;
	valor: number;
}

export interface Payment {
	metodo: string;
	descricao: string;
	qtdParcelas?: number;
	valor: number;
}

export interface FullOrder {
	idPedido: number;
	idPedidoCanal: string;
	referenciaPedidoCanal: string;
	/** null until acknowledged; a bigint beyond 2^53-1, so that no digit is lost */
	idInterno: number | bigint | null;
	dataEmissao: string;
	dataIntegracao: string;
	status: string;
	moeda: string;
	canal: { canal: string; canalIntegracao: string; hashCanal: string };
	cliente: Customer;
	entrega: OrderDelivery;
	valores: { subtotal: number; frete: number; desconto: number; total: number };
	fiscal: {
		nfeSerie: string;
		nfeNumero: string;
		nfeChave: string;
		nfseNumero: string;
		nfseCodigoVerificacao: string;
		nfseUrlConsulta: string;
	};
	itens: OrderItem[];
	pagamentos: Payment[];
}

/** What a product has besides its prices; prices for media are absent when they equal the ordinary ones. */
export interface Prices {
	precoDe: number;
	precoPor: number;
	precoDeMidia?: number;
	precoPorMidia?: number;
}

export interface VariationWrite extends Prices {
	skuVariacao: string;
	tamanho?: string;
	voltagem?: string;
	ean?: string;
	altura?: number;
	largura?: number;
	comprimento?: number;
	peso?: number;
}

export interface ProductWrite extends Prices {
	skuProduto: string;
	skuProdutoLider: string;
	nome: string;
	descricao: string;
	descricaoCurta?: string;
	descricaoSimples?: string;
	ncm?: string;
	ean: string;
	mpn?: string;
	condicao?: string;
	faixaEtaria?: string;
	genero?: string;
	idCategoriaExterna?: number;
	ativo: boolean;
	prazoProducao: number;
	altura: number;
	largura: number;
	comprimento: number;
	peso: number;
	categoria: string[];
	marca: string;
	imagens: { id: number; url: string }[];
	urlVideo?: string;
	urlProduto?: string;
	caracteristicas?: Record<string, unknown>;
	tags?: string[];
	cor?: string;
	variacoes?: VariationWrite[];
}

/** A stored variation: what was written, its stock and its numeric id (`idAtributoSimples`). */
export interface StoredVariation extends VariationWrite {
	idAtributoSimples: number;
	estoque: number;
}

/** A stored product; `estoque` counts only while it has no variations. */
export interface StoredProduct extends ProductWrite {
	idProduto: number;
	idAtributoSimples: number;
	estoque: number;
	variacoes: StoredVariation[];
}

export interface SecurityStockEntry {
	idProduto: number;
	idAtributoSimples: number;
	idCanalIntegracao: number;
	idIntegracao: number;
	estoqueSeguranca: number;
	dataCadastro: string;
	dataAtualizacao: string;
}

export interface CustomizedPriceEntry {
	idProduto: number;
	skuProduto: string;
	idCanalIntegracao: number;
	precoDe: number;
	precoPor: number;
}

export interface Listing {
	idCanalIntegracao: number;
	prefixoCanalIntegracao: string;
	skuProduto: string;
	codigoMkt: string;
	/** the customized price of the listing, when it has one */
	preco?: { precoDe: number; precoPor: number };
}

export interface FiscalDocument {
	id: number;
	chaveAcesso: string;
	tipoDocumento: 'nfe' | 'evento-cancelamento';
	tipo: string;
	canal: string;
	idPedido: number | null;
	status: string | null;
	documentosReferenciados: string[] | null;
	dataEmissao: string;
	xml: string;
}

export interface Label {
	conteudo: string;
	tipo: string;
	canal: string;
	idPedidoCanal: number;
}

export interface BatchNote {
	idLista: string;
	identificador: string;
	sucesso: boolean;
	info?: string;
	error?: string;
	details?: string[];
	data: string;
}

export type BatchItem =
	| { kind: 'product'; value: ProductWrite }
	| { kind: 'stock'; value: { sku: string; estoque: number } }
	| { kind: 'price'; value: Prices & { sku: string } };

export interface StoredBatch {
	batchId: number;
	requestId: string;
	tipo: string;
	acao: string;
	/** hub ms */
	createdAt: number;
	/** hub ms from creation until the last item is done */
	duration: number;
	items: BatchItem[];
	/** one per item that was carried out, in the order of the items */
	notes: BatchNote[];
}

export interface Acknowledgement {
	idPedido: number;
	/** the digits as they were sent */
	idInterno: string;
	status: string;
	/** hub ms */
	at: number;
}

/** A call of invoiced, sent or delivered. */
export interface StatusUpdate {
	idPedido: number;
	status: string;
	body: unknown;
	/** hub ms */
	at: number;
}

export interface Notification {
	id: number;
	dominio: string;
	urlLeitura: string;
	urlConfirmacaoLeitura: string;
	data: string;
}
