/** An address as 128 binary digits; IPv4 as the IPv6 address that it is mapped to. */
type Digits = string;

/** The entries of an allow-list that are neither an address nor a range in CIDR notation. */
export const invalidRanges = (list: string): string[] =>
	entriesOf(list).filter((entry) => rangeOf(entry) === undefined);

/**
 * Whether an address is in one of the ranges of a list, e.g. `203.0.113.7, 2001:db8::/32`. An
 * IPv4 address and the IPv6 address it is mapped to (`::ffff:203.0.113.7`) are the same. Entries
 * that cannot be read match nothing.
 */
export function isInRanges(address: string, list: string): boolean {
	const digits = digitsOf(address);
	return (
		digits !== undefined &&
		entriesOf(list).some((entry) => {
			const range = rangeOf(entry);
			return range !== undefined && digits.startsWith(range);
		})
	);
}

const entriesOf = (list: string) => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** The digits that all addresses of a range begin with. */
function rangeOf(entry: string): Digits | undefined {
	const [address = '', length, ...rest] = entry.split('/');
	const digits = digitsOf(address);
	if (digits === undefined || rest.length > 0) return undefined;
	if (length === undefined) return digits;
	const longest = address.includes(':') ? 128 : 32;
	if (!/^\d{1,3}$/.test(length) || Number(length) > longest) return undefined;
	return digits.slice(0, 128 - longest + Number(length));
}

function digitsOf(address: string): Digits | undefined {
	const [plain = ''] = address.split('%');
	const url = `http://[${/^[\d.]+\.\d+$/.test(plain) ? `::ffff:${plain}` : plain}]/`;
	if (!/^[\da-f:.]+$/i.test(plain) || !URL.canParse(url)) return undefined;
	const normal = new URL(url).hostname.slice(1, -1);
	const [left = [], right = []] = normal.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - left.length - right.length).fill('0');
	return [...left, ...zeros, ...right]
		.map((group) => parseInt(group, 16).toString(2).padStart(16, '0'))
		.join('');
}
