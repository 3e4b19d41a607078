import escapeRegExp from 'lodash/escapeRegExp.js';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Editor } from '../editor.mts';
import { faultsIn } from './faults.mts';

/** What a person gives a field: text, a choice, a switch, or a record by its ID or SKU. */
export type Given = string | boolean | { mode: string; value: string };

/** Lists and switches that decide which other fields there are. */
const decidingLists = 'inputMode, guardMode, period, bodyMode, acknowledgement, environment'.split(
	', ',
);
const decidingSwitches = ['wholeList', 'downloadXml', 'customizeRoutes'];

const byHand = 'Map Each Field Manually';

/** The form of a node or a credential, as it is open in the editor. */
export class Form {
	/** What is cut off, in words. */
	readonly faults = new Set<string>();
	private readonly seenLists = new Set<string>();
	private readonly listed: Locator;

	constructor(
		private readonly editor: Editor,
		private readonly root: Locator,
	) {
		this.listed = editor.page.locator('.el-select-dropdown:visible').first();
	}

	/** The field of a parameter, by its name. */
	field(name: string): Locator {
		return this.root.locator(`[data-test-id="parameter-input-${name}"]`).first();
	}

	/** The field of a column. */
	column(name: string): Locator {
		return this.columns.locator(`[data-test-id="parameter-input-${name}"]`).first();
	}

	/** What n8n says that is wrong with a field. */
	async issues(): Promise<number> {
		return await this.root.locator('[data-test-id="parameter-issues"]:visible').count();
	}

	/** Looks at the form as it opens, and with each choice that shows other fields. */
	async lookAtEveryChoice(): Promise<void> {
		await this.look();
		for (const name of decidingLists) {
			if (!(await this.field(name).isVisible())) continue;
			const begin = await this.chosen(name);
			const others = (await this.choices(name)).filter((choice) => choice !== begin);
			for (const choice of [...others, begin]) {
				await this.choose(this.field(name), choice);
				await this.look();
			}
		}
		for (const name of decidingSwitches) {
			if (!(await this.field(name).isVisible())) continue;
			for (const on of [true, false]) {
				await this.fill(this.field(name), on);
				await this.look();
			}
		}
	}

	/** Adds whatever there is to add: columns, filters, options, a record of each list. */
	async addEverything(): Promise<void> {
		const { at } = this;
		if (await at('add-fields-select').isVisible()) {
			const menu = at('columns-parameter-input-options-container');
			await menu.locator('[data-test-id="action-toggle"] button').first().click();
			await this.editor.at('action-addAllFields').click();
			await at('add-fields-select').waitFor({ state: 'hidden' });
		}
		const option = this.editor.page.locator('[data-test-id="collection-parameter-option"]:visible');
		const more = at('collection-parameter-add');
		while ((await more.count()) > 0)
			await this.growing(async () => {
				await more.first().click();
				// a button where there is but one
				if ((await more.first().locator('input').count()) > 0) await option.first().click();
			});
		for (const button of await at('fixed-collection-add').all())
			await this.growing(async () => await button.click());
	}

	/** Notes what is cut off as the form stands now, and in each list that was not open before. */
	async look(): Promise<void> {
		await this.settle();
		this.note(await this.root.evaluate(faultsIn));
		for (const list of await this.root.locator('.el-select:visible').all()) {
			const name = await list.evaluate(
				(element) => element.closest('[data-test-id]')?.getAttribute('data-test-id') ?? '',
			);
			if (this.seenLists.has(name) || name.startsWith('node-credentials')) continue;
			this.seenLists.add(name);
			await list.click();
			await this.listed.waitFor();
			this.note(await this.listed.evaluate(faultsIn));
			await this.closeList();
		}
	}

	/** Fills in a field with mouse and keyboard. */
	async fill(field: Locator, given: Given): Promise<void> {
		await field.scrollIntoViewIfNeeded();
		if (typeof given === 'boolean') return await this.switch(field, given);
		if (typeof given === 'object') {
			await field.locator('[data-test-id="rlc-mode-selector"]').click();
			await this.editor.page.locator(`[data-test-id="mode-${given.mode}"]:visible`).click();
			const box = field.locator('[data-test-id="rlc-input-container"] input').first();
			return await this.type(box, given.value);
		}
		if (await field.locator('.el-select').first().isVisible())
			return await this.choose(field, given);
		if (await field.locator('.cm-editor').first().isVisible()) await this.makeFixed(field);
		await this.type(field.locator('input, textarea').first(), given);
	}

	/** Waits until the form stands still: n8n draws it in several steps. */
	async settle(): Promise<void> {
		let before: string | undefined;
		const stands = async () => {
			const now = await this.root.innerHTML();
			const isSame = now === before;
			before = now;
			return isSame && !(await this.waitsForColumns());
		};
		await expect.poll(stands, { interval: 300, timeout: 60_000 }).toBe(true);
	}

	private get columns(): Locator {
		return this.at('mapping-fields-container');
	}

	private readonly at = (testId: string) => this.root.locator(`[data-test-id="${testId}"]`);

	private note(faults: string[]): void {
		for (const fault of faults) this.faults.add(fault);
	}

	private async waitsForColumns(): Promise<boolean> {
		if (!(await this.field('inputMode').isVisible())) return false;
		return (await this.chosen('inputMode')) === byHand && !(await this.columns.isVisible());
	}

	private async chosen(list: string): Promise<string> {
		return await this.field(list).locator('.el-select input').first().inputValue();
	}

	private async choices(list: string): Promise<string[]> {
		await this.field(list).locator('.el-select').first().click();
		await this.listed.waitFor();
		const names = await this.listed.locator('.option-headline').allTextContents();
		await this.closeList();
		return names.map((name) => name.trim());
	}

	private async closeList(): Promise<void> {
		await this.editor.page.keyboard.press('Escape');
		await this.listed.waitFor({ state: 'hidden' });
	}

	/** By the name of the option, whatever its case, or by the ID in its description. */
	private async choose(field: Locator, choice: string): Promise<void> {
		await field.locator('.el-select').first().click();
		await this.listed.waitFor();
		const name = new RegExp(`^\\s*(ID )?${escapeRegExp(choice)}\\s*$`, 'i');
		const words = this.editor.page.locator('.option-headline, .option-description');
		await this.listed
			.locator('.el-select-dropdown__item')
			.filter({ has: words.filter({ hasText: name }) })
			.first()
			.click();
		await this.listed.waitFor({ state: 'hidden' });
	}

	private async switch(field: Locator, on: boolean): Promise<void> {
		const isOn = await field.locator('[role=switch]').isChecked();
		if (isOn !== on) await field.locator('.el-switch').click();
	}

	/** From the expression that a field starts with to a value. */
	private async makeFixed(field: Locator): Promise<void> {
		const item = field.locator('xpath=ancestor::*[@data-test-id="parameter-item"][1]');
		await item.locator('[data-test-id="radio-button-fixed"]').first().click();
		await field.locator('.cm-editor').waitFor({ state: 'hidden' });
	}

	/** Key by key: a box drops keys that it does not take. */
	private async type(box: Locator, text: string): Promise<void> {
		await box.click();
		await box.press('Control+a');
		await box.pressSequentially(text);
		const calendar = this.editor.page.locator('.el-picker-panel:visible').first();
		const isDate = await calendar.isVisible();
		await box.press(isDate ? 'Enter' : 'Tab');
		if (isDate) await calendar.waitFor({ state: 'hidden' });
		expect(await box.inputValue()).toBe(text);
	}

	/** Does what makes the form longer, and waits until it is. */
	private async growing(work: () => Promise<void>): Promise<void> {
		const items = this.at('parameter-item');
		const before = await items.count();
		await work();
		await expect.poll(async () => await items.count(), { timeout: 10_000 }).toBeGreaterThan(before);
	}
}
