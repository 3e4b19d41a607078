import { storeProduct } from '../products.mts';
import type { ProductWrite, VariationWrite } from '../records.mts';
import { listingKey, type HubState } from '../state.mts';

type Template = (number: string) => Partial<ProductWrite> & { skuProduto: string; nome: string };

const sizes = (sku: string, precoPor: number): VariationWrite[] =>
	['P', 'M', 'G'].map((tamanho) => ({
		skuVariacao: `${sku}-${tamanho}`,
		tamanho,
		precoDe: precoPor + 20,
		precoPor,
	}));

/** Ten kinds of product in turn; the number keeps their SKUs apart. */
const templates: Template[] = [
	(n) => ({
		skuProduto: `CANECA-${n}`,
		nome: 'Caneca de cerâmica 300 ml',
		precoDe: 39.9,
		precoPor: 29.9,
	}),
	(n) => ({
		skuProduto: `CAMISETA-${n}`,
		nome: 'Camiseta de algodão',
		genero: 'unissex',
		variacoes: sizes(`CAMISETA-${n}`, 59.9),
	}),
	(n) => ({
		skuProduto: `LIQUIDIFICADOR-${n}`,
		nome: 'Liquidificador 900 W',
		precoDe: 249.9,
		precoPor: 199.9,
		variacoes: ['110v', '220v'].map((voltagem) => ({
			skuVariacao: `LIQUIDIFICADOR-${n}-${voltagem}`,
			voltagem,
			precoDe: 249.9,
			precoPor: 199.9,
			peso: 2.4,
		})),
	}),
	(n) => ({
		skuProduto: `TENIS-${n}-AZUL`,
		nome: 'Tênis de corrida azul',
		cor: 'azul',
		precoDe: 399.9,
		precoPor: 319.9,
		variacoes: ['38', '39', '40'].map((tamanho) => ({
			skuVariacao: `TENIS-${n}-AZUL-${tamanho}`,
			tamanho,
			precoDe: 399.9,
			precoPor: 319.9,
		})),
	}),
	(n) => ({
		skuProduto: `TENIS-${n}-VERMELHO`,
		skuProdutoLider: `TENIS-${n}-AZUL`,
		nome: 'Tênis de corrida vermelho',
		cor: 'vermelho',
		precoDe: 399.9,
		precoPor: 339.9,
	}),
	(n) => ({
		skuProduto: `LUMINARIA-${n}`,
		nome: 'Luminária de mesa',
		precoDe: 129,
		precoPor: 99,
		ean: '7891234567895',
	}),
	(n) => ({
		skuProduto: `JAQUETA-${n}`,
		nome: 'Jaqueta corta-vento',
		precoDe: 219.9,
		precoPor: 199.9,
		variacoes: sizes(`JAQUETA-${n}`, 199.9),
	}),
	(n) => ({
		skuProduto: `KIT/50% ALGODÃO? #${n} 😀`,
		nome: 'Kit com SKU difícil',
		precoDe: 89.9,
		precoPor: 79.9,
	}),
	(n) => ({
		skuProduto: `RELOGIO-${n}`,
		nome: 'Relógio de parede',
		ativo: false,
		precoDe: 75,
		precoPor: 75,
	}),
	(n) => ({
		skuProduto: `FONE-${n}`,
		nome: 'Fone de ouvido sem fio',
		precoDe: 299,
		precoPor: 249,
		precoDeMidia: 289,
		precoPorMidia: 239,
		condicao: 'novo',
		idCategoriaExterna: 505771,
		tags: ['áudio', 'bluetooth'],
		caracteristicas: { Conexão: 'Bluetooth 5.3', Bateria: '30 h' },
	}),
];
/** Places among the templates whose products are linked to the first channel and published there. */
const linked = new Set([5, 6]);

/** Adds `count` products of all kinds, with stock. The 6th and 7th of every ten are linked to a channel. */
export function seedProducts(state: HubState, count: number): void {
	for (let done = 0; done < count; done++) {
		const index = state.next('seedProduct', 0);
		const place = index % templates.length;
		const template = templates[place] as Template;
		const product = storeProduct(
			state,
			complete(template(String(Math.floor(index / templates.length) + 1))),
		);
		product.estoque = product.variacoes.length > 0 ? 0 : 10 + place;
		product.variacoes.forEach((variation, position) => (variation.estoque = 5 + position));
		const channel = state.channels.keys().next().value;
		if (linked.has(place) && channel !== undefined)
			publish(state, product.skuProduto, channel, place === 5);
	}
}

/** Links a product to a channel and publishes its listing with the prefix CLA, and with PRE when `both`. */
function publish(
	state: HubState,
	skuProduto: string,
	idCanalIntegracao: number,
	both: boolean,
): void {
	state.linkedProducts.set(skuProduto, [idCanalIntegracao]);
	for (const prefixoCanalIntegracao of both ? ['CLA', 'PRE'] : ['CLA']) {
		const codigoMkt = `MKT${state.next('listing', 3_400_000_001)}`;
		state.listings.set(listingKey(idCanalIntegracao, prefixoCanalIntegracao, skuProduto), {
			idCanalIntegracao,
			prefixoCanalIntegracao,
			skuProduto,
			codigoMkt,
		});
	}
}

function complete(
	template: Partial<ProductWrite> & { skuProduto: string; nome: string },
): ProductWrite {
	const { nome, skuProduto } = template;
	return {
		skuProdutoLider: skuProduto,
		descricao: `<p>${nome}</p>`,
		descricaoSimples: nome,
		ncm: '39241000',
		ean: '7890000000017',
		precoDe: 79.9,
		precoPor: 59.9,
		ativo: true,
		prazoProducao: 1,
		altura: 10,
		largura: 20,
		comprimento: 30,
		peso: 0.5,
		categoria: ['Loja', 'Geral'],
		marca: 'Marca Própria',
		imagens: [{ id: 1, url: `https://img.example.com/${encodeURIComponent(skuProduto)}.jpg` }],
		...template,
	};
}
