/**
 * What of an element, and of all within it, is cut off, longer than four lines or wider than its place,
 * in words; `evaluate` runs it in the page.
 */
export function faultsIn(root: Element): string[] {
	// what is typed or named by a person is no text of a form
	const persons = '.cm-editor, [data-test-id="node-credentials-select"]';
	const mostLines = 4;
	const faults: string[] = [];
	for (const element of [root, ...root.querySelectorAll('*')]) {
		const isField = element instanceof HTMLInputElement;
		if (element.closest(persons) !== null || !element.checkVisibility()) continue;
		// a list shows its choice in a field; n8n has made its own 'From list' a pixel too long
		if (isField && element.closest('.el-select') === null) continue;
		if (isField && element.value === 'From list') continue;
		// one pixel: for screen readers only
		if (element.clientWidth <= 1) continue;
		const text = isField ? element.value : (element.textContent ?? '');
		const words = `"${text.trim().replace(/\s+/g, ' ').slice(0, 80)}"`;
		const { overflowX, webkitLineClamp } = getComputedStyle(element);
		if (element.scrollWidth - element.clientWidth > 1) {
			if (isField || /hidden|clip/.test(overflowX)) faults.push(`${words} is cut off`);
			else if (/auto|scroll/.test(overflowX)) faults.push(`${words} has a horizontal scrollbar`);
		}
		if (webkitLineClamp !== 'none' && element.scrollHeight - element.clientHeight > 1)
			faults.push(`${words} is cut off after ${webkitLineClamp} lines`);
		if (element.matches('.notice [role=region]')) {
			const range = document.createRange();
			range.selectNodeContents(element);
			const ends = [...range.getClientRects()].map(({ bottom }) => Math.round(bottom));
			const lines = new Set(ends).size;
			if (lines > mostLines) faults.push(`the notice ${words} takes ${lines} lines`);
		}
	}
	return faults;
}
