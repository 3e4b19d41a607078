import { expect, test } from 'vitest';
import { usePanel } from './browser.mts';

const seed = { channels: 3, products: 10, orders: 6, queued: 2, fiscalDocuments: 2 };
const width = 390;
const panel = usePanel({ seed }, { viewport: { width, height: 844 } });

/** Whether an element lies on the screen of a telephone from edge to edge. */
const isOnScreen = async (selector: string) => {
	const boxes = await panel.page.locator(selector).evaluateAll((elements) =>
		elements.map((element) => {
			const { left, right } = element.getBoundingClientRect();
			return { left, right };
		}),
	);
	expect(boxes.length).toBeGreaterThan(0);
	return boxes.every(({ left, right }) => left >= 0 && right <= width);
};

test("the buttons of the orders fit on a phone's screen", async () => {
	await panel.show('');
	expect(await isOnScreen('[data-order] button, [data-order] select')).toBe(true);
});

test("the credential's values fit on a phone's screen, and Escape hides them", async () => {
	await panel.show('');
	await panel.page.getByText('Credential for n8n').click();
	expect(await isOnScreen('.menu dd, .menu dd button')).toBe(true);
	await panel.page.keyboard.press('Escape');
	await panel.page.locator('.menu dl').waitFor({ state: 'hidden' });
});

test('the credential menu has the fields of a sandbox credential', async () => {
	await panel.show('');
	const names = await panel.page.locator('.menu dt').allTextContents();
	expect(names).toEqual(['Environment', 'Base URL', 'API Key', 'Secret Key']);
});

test('the active tab is in view', async () => {
	await panel.show('requests');
	expect(await isOnScreen('#tabs [aria-current]')).toBe(true);
});
