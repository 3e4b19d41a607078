/** An address or a range of addresses; IPv4 is kept as the IPv6 addresses that it is mapped to. */
interface Range {
	bits: bigint;
	/** How many of the 128 bits count. */
	prefix: bigint;
}

const width = BigInt(128);
const zero = BigInt(0);
const group = BigInt(16);
const octet = BigInt(8);

/** The entries of an allow-list that are neither an address nor a range in CIDR notation. */
export function invalidRanges(list: string): string[] {
	return entriesOf(list).filter((entry) => rangeOf(entry) === undefined);
}

/**
 * Whether an address is in one of the ranges of a list, e.g. `203.0.113.7, 2001:db8::/32`. An
 * IPv4 address and the IPv6 address it is mapped to (`::ffff:203.0.113.7`) are the same. Entries
 * that cannot be read match nothing.
 */
export function isInRanges(address: string, list: string): boolean {
	const bits = bitsOf(address);
	return (
		bits !== undefined &&
		entriesOf(list).some((entry) => {
			const range = rangeOf(entry);
			return range !== undefined && (bits ^ range.bits) >> (width - range.prefix) === zero;
		})
	);
}

const entriesOf = (list: string) => list.split(/[\s,;]+/).filter((entry) => entry !== '');

function rangeOf(entry: string): Range | undefined {
	const [address = '', length, ...rest] = entry.split('/');
	const bits = bitsOf(address);
	if (bits === undefined || rest.length > 0) return undefined;
	if (length === undefined) return { bits, prefix: width };
	const longest = address.includes(':') ? 128 : 32;
	if (!/^\d{1,3}$/.test(length) || Number(length) > longest) return undefined;
	return { bits, prefix: BigInt(Number(length) + 128 - longest) };
}

function bitsOf(address: string): bigint | undefined {
	return address.includes(':') ? ipv6(address) : ipv4(address);
}

function ipv4(address: string): bigint | undefined {
	const parts = address.split('.');
	const isAddress =
		parts.length === 4 &&
		parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
	return isAddress
		? parts.reduce((bits, part) => (bits << octet) | BigInt(part), BigInt('0xffff'))
		: undefined;
}

function ipv6(address: string): bigint | undefined {
	const [plain = ''] = address.split('%');
	if (!/^[\da-f:.]+$/i.test(plain) || !URL.canParse(`http://[${plain}]/`)) return undefined;
	const normal = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
	const [head = '', tail] = normal.split('::');
	const groups = (text: string | undefined) =>
		text === undefined || text === '' ? [] : text.split(':');
	const left = groups(head);
	const right = groups(tail);
	const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
	return all.reduce((bits, part) => (bits << group) | BigInt(`0x${part}`), zero);
}
