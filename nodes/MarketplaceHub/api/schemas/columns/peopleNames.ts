/** Names that fit both prices, so that none is taken for them. */
const eitherPrice = ['Preço', 'Valor', 'Preço unitário', 'Valor unitário'];

/**
 * The names that people give the columns of a list, by field, beside the names and labels of the fields.
 * Their little words and units count for nothing. A name of two fields is never taken for one of them.
 * `docs/values.md` has the same table.
 */
export const peopleNames: Readonly<Record<string, readonly string[]>> = {
	skuProduto: [
		...['Código', 'Cód.', 'Código do produto', 'Cód. do produto', 'Código interno', 'Código SKU'],
		...['SKU do produto', 'Referência', 'Ref.', 'Referência do produto'],
	],
	skuVariacao: [
		...['SKU da variação', 'Código da variação', 'Cód. da variação', 'Referência da variação'],
		...['SKU filho', 'Código filho'],
	],
	skuProdutoLider: ['SKU do líder', 'Código do líder'],
	estoque: [
		...['Saldo', 'Quantidade', 'Quant.', 'Qtd.', 'Qtde.', 'Peças', 'Disponível'],
		...['Estoque atual', 'Saldo atual', 'Estoque disponível', 'Saldo disponível'],
		...['Quantidade disponível', 'Estoque físico', 'Saldo físico', 'Saldo em estoque'],
		...['Quantidade em estoque', 'Qtd. em estoque', 'Qtde. em estoque'],
	],
	precoDe: [
		...['De', 'Valor de', 'Preço cheio', 'Preço original', 'Preço normal', 'Preço de tabela'],
		...['Preço de lista', 'Preço sem desconto', ...eitherPrice],
	],
	precoPor: [
		...['Por', 'Valor por', 'Preço promocional', 'Valor promocional', 'Preço de promoção'],
		...['Promoção', 'Preço com desconto', 'Preço de oferta', 'Oferta', 'Preço de venda'],
		...['Valor de venda', 'Preço final', ...eitherPrice],
	],
	nome: ['Nome do produto', 'Produto', 'Título', 'Título do produto', 'Descrição do produto'],
	descricao: [
		...['Descrição completa', 'Descrição detalhada', 'Descrição longa', 'Descrição do produto'],
	],
	ean: ['Código de barras', 'Cód. de barras', 'GTIN', 'GTIN/EAN', 'EAN/GTIN', 'EAN 13'],
	prazoProducao: ['Prazo de produção', 'Prazo de fabricação', 'Dias de produção'],
	comprimento: ['Profundidade'],
	peso: ['Peso bruto'],
	categoria: ['Categorias', 'Categoria do produto'],
	imagens: ['Imagem', 'Foto', 'Fotos', 'URL da imagem', 'URL das imagens', 'Link da imagem'],
	ncm: ['Código NCM', 'Classificação fiscal'],
	tags: ['Palavras-chave'],
	urlVideo: ['Vídeo', 'URL do vídeo', 'Link do vídeo'],
	urlProduto: ['URL do produto', 'Link do produto'],
	voltagem: ['Tensão'],
};
