import { expect, test } from 'vitest';
import { usePanel } from './browser.mts';

const panel = usePanel();
const press = (name: string) => panel.page.getByRole('button', { name, exact: true }).click();
const firstRequest = () => panel.page.locator('[data-test=request]').first();
const ping = () => panel.client.get('/v1/ping');

const make = async (kind: string, times = 1) => {
	await panel.show('trouble');
	await panel.page.getByLabel('How many').fill(String(times));
	await press(kind);
	await panel.page.locator('li', { hasText: `${times} × any request` }).waitFor();
};

test.each([
	['Answer 429', 429],
	['Answer 503', 503],
])('%s: the next two requests get it, the third is served', async (kind, status) => {
	await make(kind, 2);
	expect([(await ping()).status, (await ping()).status, (await ping()).status]).toEqual([
		status,
		status,
		200,
	]);
	await panel.page.getByText('Nothing: all requests are served.').waitFor();
});

test('Maintenance page: a web page takes the place of an answer', async () => {
	await make('Maintenance page');
	const { status, headers } = await ping();
	expect([status, headers['content-type']]).toEqual([503, 'text/html']);
	expect((await ping()).status).toBe(200);
});

test('Answer slowly: the answer comes five seconds late', async () => {
	await make('Answer slowly');
	const began = performance.now();
	expect((await ping()).status).toBe(200);
	expect(performance.now() - began).toBeGreaterThan(4_900);
});

test('Hang: the request is never answered', async () => {
	await make('Hang');
	const answered = ping().then(
		() => true,
		() => false,
	);
	await expect.poll(() => panel.client.hub.log.at(-1)?.fault).toBe('hang');
	await panel.show('requests');
	await firstRequest().getByText('no answer').waitFor();
	expect((await ping()).status).toBe(200);
	await panel.client.close();
	expect(await answered).toBe(false);
});

test('Lose the answer: the request is carried out, and the connection breaks', async () => {
	await make('Lose the answer');
	await expect(panel.client.delete('/v1/products/CANECA-1')).rejects.toThrow();
	expect(panel.client.hub.state.products.has('CANECA-1')).toBe(false);
	await panel.show('requests');
	await firstRequest().getByText('connection cut').waitFor();
	await firstRequest().getByText('trouble: resetAfter').waitFor();
});

test('trouble for one endpoint does not affect the others, and Stop all trouble ends it', async () => {
	await panel.show('trouble');
	await panel.page.getByLabel('Which').selectOption('Channel: Get Many');
	await press('Answer 503');
	await panel.page.locator('li', { hasText: '1 × Channel: Get Many' }).waitFor();
	expect((await ping()).status).toBe(200);
	await press('Stop all trouble');
	await panel.page.getByText('Nothing: all requests are served.').waitFor();
	expect((await panel.client.get('/v1/erp/channels')).status).toBe(200);
});

test('Revoke token: the valid token is refused', async () => {
	await panel.show('trouble');
	await panel.page.getByText('for 30 min more').waitFor();
	await press('Revoke token');
	await panel.page.getByText('no longer valid').first().waitFor();
	expect((await ping()).status).toBe(401);
});

test('the panel shows the use of each rate limit in the past minute', async () => {
	await panel.show('trouble');
	const limit = panel.page.locator('li', { hasText: 'Channel: Get Many' });
	await limit.getByText('0 of 10').waitFor();
	await limit.getByText('GET /v1/erp/channels').waitFor();
	for (let sent = 0; sent < 11; sent++) await panel.client.get('/v1/erp/channels');
	await limit.getByText('10 of 10').waitFor();
	panel.client.hub.clock.advance(60_000);
	await limit.getByText('0 of 10').waitFor();
});

test('the log shows the status, the Request-Id and the entry that broke a rule', async () => {
	await panel.show('requests');
	const precos = [
		{ sku: 'CANECA-1', precoDe: 10, precoPor: 9 },
		{ sku: 'CAMISETA-1-P', precoDe: 0, precoPor: 0 },
	];
	const answer = await panel.client.put('/v1/products/price-batch', { precos });
	expect(answer.status).toBe(400);
	await firstRequest().getByText('400', { exact: true }).waitFor();
	await firstRequest()
		.getByText(`Request-Id ${String(answer.headers['request-id'])}`)
		.waitFor();
	await firstRequest().locator('summary').click();
	const [entry = ''] = await firstRequest().locator('pre').allTextContents();
	expect(JSON.parse(entry)).toEqual(precos[1]);

	const customized = [{ idCanalIntegracao: 11, skuProduto: 'NADA', precoDe: 2, precoPor: 1 }];
	await panel.client.put('/v1/erp/products/customized-prices', { precos: customized });
	await firstRequest().getByText('NADA, channel 11: Produto não encontrado.').first().waitFor();
});

test('the panel says that the connection is lost when the hub has ended', async () => {
	await panel.show('');
	panel.tolerate(/net::ERR_/);
	await panel.client.hub.stop();
	await panel.page.getByText('no connection').waitFor();
	await press('New order');
	await panel.page.getByText('The hub does not answer. Is it still running?').waitFor();
});
