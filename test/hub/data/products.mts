import { storeProduct } from '../products.mts';
import type { ProductWrite, VariationWrite } from '../records.mts';
import { listingKey, type HubState } from '../state.mts';

type Template = (number: string) => Partial<ProductWrite> & Pick<ProductWrite, Named>;
type Named = 'skuProduto' | 'nome' | 'precoDe' | 'precoPor';

const named = (skuProduto: string, nome: string, precoDe: number, precoPor: number) => ({
	skuProduto,
	nome,
	precoDe,
	precoPor,
});

/** A product and its variations, at the same prices. */
const varied = (
	product: ReturnType<typeof named>,
	by: 'tamanho' | 'voltagem',
	values: string[],
	more: Partial<VariationWrite> = {},
) => {
	const { skuProduto, precoDe, precoPor } = product;
	const variacoes = values.map(
		(value): VariationWrite => ({
			skuVariacao: `${skuProduto}-${value}`,
			[by]: value,
			precoDe,
			precoPor,
			...more,
		}),
	);
	return { ...product, variacoes };
};

/** Ten kinds of product in turn; the number keeps their SKUs apart. */
const templates: Template[] = [
	(n) => named(`CANECA-${n}`, 'Caneca de cerâmica 300 ml', 39.9, 29.9),
	(n) => ({
		...varied(named(`CAMISETA-${n}`, 'Camiseta de algodão', 79.9, 59.9), 'tamanho', [
			'P',
			'M',
			'G',
		]),
		genero: 'unissex',
	}),
	(n) => {
		const product = named(`LIQUIDIFICADOR-${n}`, 'Liquidificador 900 W', 249.9, 199.9);
		return varied(product, 'voltagem', ['110v', '220v'], { peso: 2.4 });
	},
	(n) => {
		const product = named(`TENIS-${n}-AZUL`, 'Tênis de corrida azul', 399.9, 319.9);
		return { ...varied(product, 'tamanho', ['38', '39', '40']), cor: 'azul' };
	},
	(n) => ({
		...named(`TENIS-${n}-VERMELHO`, 'Tênis de corrida vermelho', 399.9, 339.9),
		skuProdutoLider: `TENIS-${n}-AZUL`,
		cor: 'vermelho',
	}),
	(n) => ({ ...named(`LUMINARIA-${n}`, 'Luminária de mesa', 129, 99), ean: '7891234567895' }),
	(n) =>
		varied(named(`JAQUETA-${n}`, 'Jaqueta corta-vento', 219.9, 199.9), 'tamanho', ['P', 'M', 'G']),
	(n) => named(`KIT/50% ALGODÃO? #${n} 😀`, 'Kit com SKU difícil', 89.9, 79.9),
	(n) => ({ ...named(`RELOGIO-${n}`, 'Relógio de parede', 75, 75), ativo: false }),
	(n) => ({
		...named(`FONE-${n}`, 'Fone de ouvido sem fio', 299, 249),
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

function complete(template: ReturnType<Template>): ProductWrite {
	const { nome, skuProduto } = template;
	return {
		skuProdutoLider: skuProduto,
		descricao: `<p>${nome}</p>`,
		descricaoSimples: nome,
		ncm: '39241000',
		ean: '7890000000017',
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
