/** Text that stays within its cell of a table. */
export const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');

export const code = (text: string) => `\`${text}\``;

export const bullets = (lines: string[]) => lines.map((line) => `- ${line}`).join('\n');

/** A table; texts are put into its cells as they are. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
