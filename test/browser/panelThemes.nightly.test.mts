import { describe, expect, test } from 'vitest';
import { usePanel } from './browser.mts';

const seed = { channels: 3, products: 10, orders: 12, queued: 3, fiscalDocuments: 4 };
const tabs = [
	'',
	'products',
	'batches',
	'documents',
	'labels',
	'webhook',
	'mailbox',
	'trouble',
	'requests',
];

/** Texts of the page whose contrast with what is behind them is under 4.5 to 1 (WCAG AA). */
function faintTexts(): string[] {
	const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
	const luminance = (color: string) => {
		const [red = 0, green = 0, blue = 0] = numbers(color).map((value) => {
			const part = value / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const behind = (element: Element | null): string => {
		if (!element) return 'rgb(255, 255, 255)';
		const color = getComputedStyle(element).backgroundColor;
		return numbers(color)[3] === 0 ? behind(element.parentElement) : color;
	};
	const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter(
		(element) =>
			element.checkVisibility() &&
			element.id !== 'toast' &&
			[...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
	);
	return elements.flatMap((element) => {
		const [one, two] = [getComputedStyle(element).color, behind(element)].map(luminance);
		const contrast = (Math.max(one!, two!) + 0.05) / (Math.min(one!, two!) + 0.05);
		return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${element.innerText.slice(0, 40)}`] : [];
	});
}

describe.each(['light', 'dark'] as const)('%s theme', (colorScheme) => {
	const panel = usePanel({ seed }, { colorScheme });

	test('every tab is readable and fits into the window', async () => {
		const { client, page } = panel;
		client.hub.webhook.configure({ url: 'http://127.0.0.1:1/webhook-test/x' });
		client.hub.createOrder();
		await client.put('/v1/products/stock-batch', {
			estoques: [
				{ sku: 'CANECA-1', estoque: 1 },
				{ sku: 'NADA', estoque: 1 },
			],
		});
		await client.put('/v1/products/stock-batch', { estoques: [] });
		await client.hub.webhook.settled();
		client.hub.clock.advance(10_000);
		for (const tab of tabs) {
			await panel.show(tab);
			await page.locator('nav a[aria-current=page]').waitFor();
			expect(await page.evaluate(faintTexts), tab || 'orders').toEqual([]);
			for (const width of [1360, 700]) {
				await page.setViewportSize({ width, height: 800 });
				const overflow = await page.evaluate(
					() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
				);
				expect(overflow, `${tab || 'orders'} at ${width}`).toBe(0);
			}
		}
		const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		const brightness = Math.max(...background.match(/\d+/g)!.map(Number));
		expect(brightness > 128).toBe(colorScheme === 'light');
	});
});

describe('the header', () => {
	const panel = usePanel({}, { permissions: ['clipboard-read', 'clipboard-write'] });

	test("copies the credential's values", async () => {
		await panel.show('');
		await panel.page.getByText('Credential for n8n').click();
		await panel.page.getByRole('button', { name: 'Copy Secret Key' }).click();
		await panel.page.getByText('Copied.').waitFor();
		const copied = await panel.page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(panel.client.hub.secretKey);
	});
});
