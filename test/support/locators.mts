/** Resource locator values: text as the editor saves it, a number as an expression gives it. */
export const byId = (value: string | number) => ({ __rl: true as const, mode: 'id', value });
export const bySku = (value: string) => ({ __rl: true as const, mode: 'sku', value });
export const fromList = (value: string) => ({ __rl: true as const, mode: 'list', value });
