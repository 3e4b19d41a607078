import { stockOf } from '../../products.mts';
import type { StoredProduct, StoredVariation } from '../../records.mts';
import { card, chip, html, money, table, type Html } from '../html.mts';
import type { View } from '../view.mts';

const shown = 100;

export const productsView: View = {
	name: 'products',
	title: 'Products',
	badge: ({ hub }) => hub.state.products.size,
	live: ({ hub: { state } }) =>
		card(
			'Products',
			table(
				['SKU', 'Name', 'Stock #', 'Price from #', 'Selling price #', 'Active'],
				[...state.products.values()]
					.slice(0, shown)
					.flatMap((product) => [
						productRow(product),
						...product.variacoes.map((variation) => variationRow(variation)),
					]),
				'No product yet.',
			),
			state.products.size > shown
				? `the first ${shown} of ${state.products.size}`
				: 'by registration',
		),
};

function productRow(product: StoredProduct): Html {
	const { skuProduto, nome, precoDe, precoPor, ativo } = product;
	return html`<tr data-sku="${skuProduto}">
		<td><code>${skuProduto}</code></td>
		<td>${nome}</td>
		<td class="number">${stockOf(product)}</td>
		<td class="number">${money(precoDe)}</td>
		<td class="number">${money(precoPor)}</td>
		<td>${ativo ? chip('yes', 'good') : chip('no', '')}</td>
	</tr>`;
}

function variationRow(variation: StoredVariation): Html {
	const { skuVariacao, estoque, precoDe, precoPor, tamanho, voltagem } = variation;
	return html`<tr class="variation" data-sku="${skuVariacao}">
		<td><code>${skuVariacao}</code></td>
		<td class="note">${[tamanho, voltagem].filter(Boolean).join(', ')}</td>
		<td class="number">${estoque}</td>
		<td class="number">${money(precoDe)}</td>
		<td class="number">${money(precoPor)}</td>
		<td></td>
	</tr>`;
}
