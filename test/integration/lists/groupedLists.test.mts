import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { setupEach } from '../../support/setup.mts';
import { requests } from '../../support/items.mts';

/** The two lists that the hub groups by the name of the channel. */
const at = setupEach({
	seed: { channels: 3, products: 10, securityStocks: 25, customizedPrices: 25 },
});

const channelName = (id: unknown) => at.hub.state.channels.get(Number(id))!.nome;

describe.each([
	['securityStock', 'securityStockList', 'produtosEstoqueSeguranca'],
	['customizedPrice', 'customizedPriceList', 'produtosPrecoPersonalizado'],
])('%s Get Many', (resource, endpoint, field) => {
	const getMany = async (filters: INodeParameters = {}) => {
		const result = await at.n8n.done({ resource, operation: 'getMany', returnAll: true, filters });
		return result.json();
	};
	const asked = () => requests(at.hub, endpoint).at(-1)!;
	const answer = (body: object) =>
		at.hub.faults.add({ endpoint, kind: 'status', status: 200, body });

	test('is filtered by channels and SKUs, each joined with a vertical bar', async () => {
		const skus = [...at.hub.state.products.keys()].slice(0, 2);
		const entries = await getMany({ idCanalIntegracao: [11, 12], sku: skus });
		expect(asked().query).toMatchObject({ idCanalIntegracao: '11|12', sku: skus.join('|') });
		expect(
			entries.map(({ idCanalIntegracao, skuProduto }) => [idCanalIntegracao, skuProduto]),
		).toEqual([11, 12].flatMap((channel) => skus.map((sku) => [channel, sku])));
	});

	test.each(['11,13', '11, 13', ' 11 ,13 '])(
		'takes one SKU, and channels as text: %s',
		async (channels) => {
			const [sku] = at.hub.state.products.keys();
			expect(
				await getMany({ idCanalIntegracao: `={{ "${channels}" }}`, sku: `={{ "${sku}" }}` }),
			).toHaveLength(2);
			expect(asked().query).toMatchObject({ idCanalIntegracao: '11|13', sku });
		},
	);

	test('leaves out empty entries in a list of SKUs, and refuses an object', async () => {
		const [sku] = at.hub.state.products.keys();
		await getMany({ sku: `={{ [null, "${sku}", undefined] }}` });
		expect(asked().query.sku).toBe(sku);
		at.hub.clearLog();
		const { nodeError } = await at.n8n.run({
			resource,
			operation: 'getMany',
			filters: { sku: '={{ [{ sku: "A" }] }}' },
		});
		expect(nodeError?.message).toContain('`sku` must be text');
		expect(at.hub.log).toEqual([]);
	});

	test.each(['2024', 'constructor', '__proto__', 'prototype', '', 'a.b[0]', '<b>Loja 😀 çã</b>'])(
		'takes a channel called %s',
		async (name) => {
			at.hub.state.channels.get(12)!.nome = name;
			const entries = await getMany({ idCanalIntegracao: [12] });
			expect(entries).toHaveLength(10);
			expect(new Set(entries.map(({ canal }) => canal))).toEqual(new Set([name]));
		},
	);

	test('keeps two channels of the same name apart', async () => {
		at.hub.state.channels.get(12)!.nome = channelName(11);
		const entries = await getMany({ idCanalIntegracao: [11, 12] });
		expect(entries).toHaveLength(20);
		expect(new Set(entries.map(({ idCanalIntegracao }) => idCanalIntegracao))).toEqual(
			new Set([11, 12]),
		);
	});

	test('gives each row of overlapping pages once, and keeps similar rows', async () => {
		const rows = Array.from({ length: 150 }, (_, index) => ({
			idProduto: 1,
			skuProduto: index === 20 || index === 120 ? 'TWICE' : `S${index}`,
			idCanalIntegracao: 11,
			qtdEstoqueSeguranca: index,
		}));
		for (const page of [rows.slice(0, 100), rows.slice(95)])
			answer({ [field]: { Loja: page }, info: { total: 150 } });
		const skus = (await getMany()).map(({ skuProduto }) => skuProduto);
		expect(skus).toEqual(rows.map(({ skuProduto }) => skuProduto));
	});

	test.each([[[]], [{}], [{ Loja: [] }]])('takes %j as an empty list', async (groups) => {
		answer({ [field]: groups, info: { filtros: [], total: '0' } });
		expect(await getMany()).toEqual([]);
	});
});
