import { describe, expect, test } from 'vitest';
import { labelsFor } from '../hub/data/labels.mts';
import type { FullOrder } from '../hub/index.mts';
import { usePanel } from './browser.mts';

const seed = { channels: 3, products: 10, orders: 6, queued: 2, fiscalDocuments: 2 };
const panel = usePanel({ seed });

const row = (id: number) => panel.page.locator(`[data-order="${id}"]`);
const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
const press = async (name: string) => await button(name).click();
const toast = async (text: string | RegExp) =>
	await panel.page.locator('#toast.shown', { hasText: text }).waitFor();
const newestOrder = () => [...panel.client.hub.state.orders.values()].at(-1)!;

describe('orders in the panel', () => {
	test('New order adds an order to the list and the queue without a reload', async () => {
		await panel.show('');
		await press('New order');
		const order = newestOrder();
		await row(order.idPedido).getByText(order.cliente.nome).waitFor();
		await panel.page.locator('[data-test=queue]').getByText(String(order.idPedido)).waitFor();
		await panel.page.getByText('3 waiting to be acknowledged').waitFor();
		expect(panel.client.hub.state.queue.has(order.idPedido)).toBe(true);
	});

	test('an order goes from new to paid, invoiced and cancelled', async () => {
		const { hub } = panel.client;
		const { idPedido } = hub.createOrder();
		hub.state.queue.clear();
		await panel.show('');

		await press(`Pay order ${idPedido}`);
		await row(idPedido).getByText('pago', { exact: true }).waitFor();
		expect(hub.state.queue.has(idPedido)).toBe(true);

		await press(`Invoice order ${idPedido}`);
		await row(idPedido).getByText('faturado', { exact: true }).waitFor();
		const { nfeChave } = hub.state.orders.get(idPedido)!.fiscal;
		const document = await panel.client.get(`/v1/erp/fiscal-documents/${nfeChave}`);
		expect(document.json).toMatchObject({ idPedido, status: 'authorized' });

		await press(`Cancel order ${idPedido}`);
		await row(idPedido).getByText('cancelado', { exact: true }).waitFor();
		for (const name of ['Pay', 'Invoice', 'Cancel'])
			expect(await button(`${name} order ${idPedido}`).isDisabled()).toBe(true);
		await panel.show('documents');
		await panel.page.getByRole('row', { name: nfeChave }).getByText('canceled').waitFor();
		await panel.page
			.getByRole('row', { name: new RegExp(`evento-cancelamento.*${idPedido}`, 's') })
			.waitFor();
	});

	test('a row fits into 1280 px', async () => {
		await panel.page.setViewportSize({ width: 1280, height: 720 });
		await panel.show('');
		const rights = await panel.page
			.locator('[data-order] button, [data-order] select')
			.evaluateAll((elements) => elements.map((one) => one.getBoundingClientRect().right));
		expect(rights.length).toBeGreaterThan(10);
		expect(Math.max(...rights)).toBeLessThan(1280);
		const hidden = await panel.page
			.locator('.scroll:has([data-order])')
			.evaluate((table) => table.scrollWidth - table.clientWidth);
		expect(hidden).toBe(0);
	});

	test('an order that is sent or delivered cannot be invoiced', async () => {
		const { hub } = panel.client;
		const orders = [...hub.state.orders.values()].slice(0, 2);
		Object.assign(orders[0]!, {
			status: 'entregue',
			fiscal: { ...orders[0]!.fiscal, nfeChave: '' },
		});
		Object.assign(orders[1]!, { status: 'pago', fiscal: { ...orders[1]!.fiscal, nfeChave: '' } });
		await panel.show('');
		const isDisabled = async ({ idPedido }: FullOrder) =>
			await button(`Invoice order ${idPedido}`).isDisabled();
		expect([await isDisabled(orders[0]!), await isDisabled(orders[1]!)]).toEqual([true, false]);
	});

	test('a second click on Pay changes nothing more', async () => {
		const { hub } = panel.client;
		const { idPedido } = hub.createOrder();
		await panel.show('');
		const { x, y, width, height } = (await button(`Pay order ${idPedido}`).boundingBox())!;
		const click = async () => await panel.page.mouse.click(x + width / 2, y + height / 2);
		await click();
		await row(idPedido).getByText('pago', { exact: true }).waitFor();
		await click();
		await panel.page.keyboard.press('Enter');
		await panel.page.reload();
		await row(idPedido).getByText('pago', { exact: true }).waitFor();
		expect(hub.state.orders.get(idPedido)!.fiscal.nfeChave).toBe('');
	});

	test('Set gives an order the chosen status, and the choice alone changes nothing', async () => {
		const { idPedido } = panel.client.hub.createOrder();
		await panel.show('');
		await panel.page.getByLabel(`Status of order ${idPedido}`, { exact: true }).focus();
		for (let step = 0; step < 4; step++) await panel.page.keyboard.press('ArrowDown');
		expect(panel.client.hub.state.orders.get(idPedido)).toMatchObject({ status: 'novo' });
		await press(`Set status of order ${idPedido}`);
		await row(idPedido).getByText('entregue', { exact: true }).waitFor();
		const answer = await panel.client.get(`/v1/orders/${idPedido}`);
		expect(answer.json).toMatchObject({ status: 'entregue' });
	});

	test('an order acknowledged through the API leaves the queue on the open page', async () => {
		const { hub } = panel.client;
		await panel.show('');
		await panel.page.getByText('2 waiting to be acknowledged').waitFor();
		for (const id of hub.state.queue.keys()) {
			const body = { idInterno: id, status: 'novo' };
			expect((await panel.client.put(`/v1/orders/queue/${id}`, body)).status).toBe(204);
		}
		await panel.page.getByText('Empty: every new or changed order was acknowledged.').waitFor();
		await panel.page.getByText('0 waiting to be acknowledged').waitFor();
	});

	test('a message says that an order has changed in the meantime', async () => {
		const { hub } = panel.client;
		const { idPedido } = hub.createOrder();
		await panel.show('');
		panel.tolerate(/ 409 /);
		await panel.page.route('**/pay', async (route) => {
			hub.updateOrder(idPedido, { status: 'pago' });
			await route.continue();
		});
		await press(`Pay order ${idPedido}`);
		await toast('Only a new order can be paid.');
	});

	test("a buyer's name is shown as text, whatever it is", async () => {
		const nome = '<img src=x onerror="document.title=1"> & "Cia" \'Ltda\'';
		const { idPedido } = panel.client.hub.createOrder({ cliente: { nome } });
		await panel.show('');
		await row(idPedido).getByText(nome).waitFor();
		expect(await row(idPedido).locator('img').count()).toBe(0);
		await press('New order');
		await toast(/is in the update queue/);
	});
});

describe('data of the hub', () => {
	test('stock and prices change on the open page when a batch is done', async () => {
		await panel.show('products');
		const mug = panel.page.locator('[data-sku="CANECA-1"]');
		await mug.getByText('Caneca de cerâmica 300 ml').waitFor();
		const estoques = [
			{ sku: 'CANECA-1', estoque: 4321 },
			{ sku: 'NAO-EXISTE', estoque: 1 },
		];
		expect((await panel.client.put('/v1/products/stock-batch', { estoques })).status).toBe(201);
		panel.client.hub.clock.advance(10_000);
		await mug.getByText('4321', { exact: true }).waitFor();

		await panel.show('batches');
		const batch = panel.page.locator('details', { hasText: 'atualizarEstoque' });
		await batch.getByText('processado').waitFor();
		await batch.getByText('1 refused').waitFor();
		await batch.getByRole('row', { name: 'NAO-EXISTE' }).getByText('SKU não encontrado.').waitFor();
	});

	test('labels of every type are shown, as pictures or as the text of the file', async () => {
		const { hub } = panel.client;
		for (let made = 0; made < 6; made++) hub.createOrder({ status: 'pago' });
		await panel.show('labels');
		const hasPdf = (order: FullOrder) => labelsFor(hub.state, order)[0]?.tipo === 'pdf';
		const { destinatario } = [...hub.state.orders.values()].find(hasPdf)!.entrega;
		await panel.page.locator('figure pre', { hasText: destinatario }).first().waitFor();
		const isCut = (texts: Element[]) =>
			texts.filter((text) => {
				const [inner, frame] = [text, text.parentElement!].map((each) =>
					each.getBoundingClientRect(),
				);
				return text.scrollHeight > text.clientHeight || inner!.bottom > frame!.bottom;
			}).length;
		expect(await panel.page.locator('figure pre').evaluateAll(isCut)).toBe(0);
		const pictures = panel.page.locator('figure img');
		const types = await panel.page.locator('figcaption .chip').allTextContents();
		expect(new Set(types)).toEqual(new Set(['pdf', 'zpl', 'png', 'jpg', 'png/jpg']));
		for (const picture of await pictures.all()) {
			await picture.scrollIntoViewIfNeeded();
			await expect
				.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
				.toBeGreaterThan(0);
		}
		const [order] = [...hub.state.orders.values()].filter(({ status }) => status === 'pago');
		expect(hub.state.labels.has(order!.idPedido), 'looking makes no label').toBe(false);
	});

	test('a fiscal document opens as XML', async () => {
		await panel.show('documents');
		const link = panel.page.getByRole('link', { name: 'XML' }).first();
		const { origin } = new URL(panel.client.hub.url);
		const file = await panel.page.request.get(origin + (await link.getAttribute('href')));
		expect(file.headers()['content-type']).toContain('application/xml');
		expect(await file.text()).toContain('<nfeProc');
	});
});
