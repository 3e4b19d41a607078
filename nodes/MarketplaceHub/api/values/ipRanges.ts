import { parseUrl } from './urls';

/** An address as 128 binary digits; IPv4 as the IPv6 address that it is mapped to. */
type Digits = string;

/** The first part of a list that is no address or range: all of it where it has separators only. */
export function noAddressIn(list: string): string | undefined {
	const entries = listedAddresses(list);
	if (entries.length === 0) return list.trim() === '' ? undefined : list;
	return entries.find((entry) => rangeOf(entry) === undefined);
}

/** Whether an address is in one of the ranges of a list, e.g. `203.0.113.7, 2001:db8::/32`. */
export function isInRanges(address: string, list: string): boolean {
	const digits = addressDigits(address);
	const ranges = listedAddresses(list).flatMap((entry) => rangeOf(entry) ?? []);
	return digits !== undefined && ranges.some((range) => digits.startsWith(range));
}

const listedAddresses = (list: string) => list.split(/[\s,;]+/).filter((entry) => entry !== '');

/** The digits that all addresses of a range begin with. */
function rangeOf(entry: string): Digits | undefined {
	const [address = '', length, ...rest] = entry.split('/');
	const digits = addressDigits(address);
	if (digits === undefined || rest.length > 0) return undefined;
	if (length === undefined) return digits;
	const longest = address.includes(':') ? 128 : 32;
	if (!/^\d{1,3}$/.test(length) || Number(length) > longest) return undefined;
	return digits.slice(0, 128 - longest + Number(length));
}

function addressDigits(address: string): Digits | undefined {
	const [plain = ''] = address.split('%');
	const url = `http://[${/^[\d.]+\.\d+$/.test(plain) ? `::ffff:${plain}` : plain}]/`;
	const normal = /^[\da-f:.]+$/i.test(plain) ? parseUrl(url)?.hostname.slice(1, -1) : undefined;
	if (normal === undefined) return undefined;
	const [left = [], right = []] = normal.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - left.length - right.length).fill('0');
	return [...left, ...zeros, ...right]
		.map((group) => parseInt(group, 16).toString(2).padStart(16, '0'))
		.join('');
}
