/** The values of one filter: a list as it is, text split at commas; without blank ones. */
export function filterValues(value: unknown): string[] {
	const values = Array.isArray(value)
		? value.map(String)
		: String(value ?? '')
				.split(',')
				.map((entry) => entry.trim());
	return values.filter((entry) => entry.trim() !== '');
}
