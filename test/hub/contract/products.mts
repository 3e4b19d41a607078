/** Products and variations: the hub's answers, and the write shape (part 'Product write fields'). */
import {
	anyObject,
	closed,
	flag,
	list,
	number,
	oneOf,
	open,
	optional,
	text,
	type Of,
	type Schema,
} from './schema.mts';
import { address, filled, price, sku, text250 } from './shapes.mts';

const conditions = ['novo', 'usado', 'recondicionado'] as const;
const ageGroups = ['recem-nascido', '3-a-12-meses', '1-a-5-anos', 'infantil', 'adulto'] as const;
const genders = ['masculino', 'feminino', 'unissex'] as const;

const prices = {
	precoDe: number(),
	precoPor: number(),
	precoDeMidia: number(),
	precoPorMidia: number(),
};
const measures = { altura: number(), largura: number(), comprimento: number(), peso: number() };
const estoque = number({ minimum: 0 });

/** An item of the product list. */
export const basicProduct = closed({
	skuProdutoLider: text(),
	skuProduto: text(),
	nome: text(),
	ativo: flag(),
	...prices,
	estoque: number(),
	prazoProducao: number(),
	links: closed({ GET: address, PUT: address }),
});

export const variation = closed({
	skuProduto: text(),
	skuVariacao: text(),
	tamanho: text(),
	voltagem: text(),
	...prices,
	estoque,
	ean: text(),
	...measures,
});

export const product = closed({
	skuProduto: text(),
	skuProdutoLider: text(),
	nome: text(),
	descricao: text(),
	descricaoCurta: text(),
	descricaoSimples: text(),
	ncm: text(),
	ean: text(),
	mpn: text(),
	condicao: oneOf('indefinido', ...conditions),
	faixaEtaria: oneOf('indefinido', ...ageGroups),
	genero: oneOf('indefinido', ...genders),
	idCategoriaExterna: text(),
	...prices,
	estoque,
	prazoProducao: number(),
	ativo: flag(),
	...measures,
	categoria: list(text()),
	marca: text(),
	imagens: list(closed({ id: number(), url: text() })),
	urlVideo: text(),
	urlProduto: text(),
	caracteristicas: anyObject(),
	tags: list(text()),
	cor: text(),
	variacoes: list(variation),
});

/** Prices for media are left out where they equal the ordinary ones. */
const priceFields = {
	precoDe: price,
	precoPor: price,
	precoDeMidia: optional(price),
	precoPorMidia: optional(price),
};
export const priceWrite = open({ sku, ...priceFields });
export const stockWrite = open({ sku, estoque: number({ minimum: 0, maximum: 999999 }) });

const atLeast = (minimum: number) => number({ minimum });

export const variationWrite = open({
	skuVariacao: sku,
	tamanho: optional(text250),
	voltagem: optional(text250),
	...priceFields,
	ean: optional(text({ pattern: '^\\d{13}$' })),
	altura: optional(atLeast(0.01)),
	largura: optional(atLeast(0.01)),
	comprimento: optional(atLeast(0.01)),
	peso: optional(atLeast(0.001)),
});

/**
 * A product to register. Rules beyond the fields: precoPor not above precoDe, precoPorMidia not above precoDeMidia,
 * the leader is registered first, variations by size or by voltage and never both.
 */
export const productWrite = open({
	skuProduto: sku,
	skuProdutoLider: sku,
	nome: text250,
	descricao: filled,
	descricaoCurta: optional(filled),
	descricaoSimples: optional(filled),
	ncm: optional(text()),
	ean: text(),
	mpn: optional(text()),
	condicao: optional(oneOf(...conditions)),
	faixaEtaria: optional(oneOf(...ageGroups)),
	genero: optional(oneOf(...genders)),
	idCategoriaExterna: optional(number()),
	...priceFields,
	ativo: flag(),
	prazoProducao: number(),
	altura: atLeast(0.01),
	largura: atLeast(0.01),
	comprimento: atLeast(0.01),
	peso: atLeast(0.01),
	categoria: list(text(), { minItems: 1, maxItems: 4 }),
	marca: text250,
	imagens: list(open({ id: number({ minimum: 1, maximum: 250 }), url: text250 }), {
		minItems: 1,
		maxItems: 4,
	}),
	urlVideo: optional(text({ format: 'uri', maxLength: 250 })),
	urlProduto: optional(text({ format: 'uri', minLength: 1, maxLength: 250 })),
	caracteristicas: optional(anyObject({ maxProperties: 100 })),
	tags: optional(list(text())),
	cor: optional(text250),
	variacoes: optional(list(variationWrite)),
});

/** Any part of it, for a change. */
export const productChange: Schema<Partial<Of<typeof productWrite>>> = {
	...productWrite,
	required: [],
	minProperties: 1,
};
