import { describe, expect, test } from 'vitest';
import { isInRanges, noAddressIn } from '../../../nodes/MarketplaceHub/api/values/ipRanges.ts';

describe('a caller is let in', () => {
	test.each([
		['by its own address', '203.0.113.7', '203.0.113.7'],
		['by an address as an IPv6 server sees it', '::ffff:203.0.113.7', '203.0.113.7'],
		['by an address that is listed as an IPv6 server sees it', '203.0.113.7', '::ffff:203.0.113.7'],
		['by the last of several addresses', '203.0.113.7', '198.51.100.1, 2001:db8::1, 203.0.113.7'],
		['by the first of several addresses', '198.51.100.1', '198.51.100.1 203.0.113.7'],
		['by an address behind a semicolon', '203.0.113.7', '198.51.100.1;203.0.113.7'],
		['by an address on a line of its own', '203.0.113.7', '198.51.100.1\n\n203.0.113.7\n'],
		['beside something that is no address', '203.0.113.7', 'hub.example 203.0.113.7'],
		['by the first address of a range', '203.0.113.0', '203.0.113.0/24'],
		['by the last address of a range', '203.0.113.255', '203.0.113.0/24'],
		['by a range with a host part, which counts as its network', '203.0.113.9', '203.0.113.7/24'],
		['by a range within a group of digits', '203.0.115.1', '203.0.112.0/22'],
		['by a range of one address', '203.0.113.7', '203.0.113.7/32'],
		['by a range of eight digits', '10.1.2.3', '10.0.0.0/8'],
		['by a range of all IPv4 addresses', '203.0.113.7', '0.0.0.0/0'],
		['by a range of all addresses', '203.0.113.7', '::/0'],
		['by an IPv6 address in another form', '2001:db8::7', '2001:0DB8:0:0:0:0:0:7'],
		['by an IPv6 address without zeros', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
		['by an IPv6 address that ends with zeros', '2001:db8::', '2001:db8:0:0:0:0:0:0'],
		['by an IPv6 range', '2001:db8:ffff::1', '2001:db8::/32'],
		['by an IPv6 range within a group', '2001:dbf::1', '2001:db8::/29'],
		['by an IPv6 range with other zeros', '2001:db8::1:2:3:4', '2001:db8:0:0:1::/80'],
		['by an IPv6 range that begins with zeros', '0:1::5', '::/16'],
		['by an IPv6 range of one address', '2001:db8::1', '2001:db8::1/128'],
		['by the shortest IPv6 address', '::1', '0:0:0:0:0:0:0:1'],
		['with the name of its network card', 'fe80::1%eth0', 'fe80::1'],
		['by an address with the name of a network card', 'fe80::1', 'fe80::1%eth0'],
	])('%s', (_how, address, list) => {
		expect(isInRanges(address, list)).toBe(true);
	});
});

describe('a caller is turned away', () => {
	test.each([
		['with another address', '203.0.113.8', '203.0.113.7'],
		['with an address that only begins alike', '203.0.113.77', '203.0.113.7'],
		['before a range', '203.0.112.255', '203.0.113.0/24'],
		['behind a range', '203.0.114.0', '203.0.113.0/24'],
		['behind a range within a group of digits', '203.0.116.0', '203.0.112.0/22'],
		['beside a range of one address', '203.0.113.6', '203.0.113.7/32'],
		['behind an IPv6 range', '2001:db9::1', '2001:db8::/32'],
		['with an IPv6 address that begins otherwise', '3001:db8::1', '2001:db8::/32'],
		['behind an IPv6 range within a group', '2001:dc0::1', '2001:db8::/29'],
		['with an IPv6 address that ends alike', '2001:db8::1', '::1'],
		['with an IPv6 address, by a range of all IPv4 addresses', '2001:db8::1', '0.0.0.0/0'],
		['by a list of none', '203.0.113.7', ''],
		['by a list of blanks', '203.0.113.7', ' , '],
		['by a list without any address', '203.0.113.7', 'hub.example'],
		['by a range that is too long', '203.0.113.7', '203.0.113.0/33'],
		['by a range without a length', '203.0.113.7', '203.0.113.0/'],
		['by a length with a sign', '203.0.113.7', '203.0.113.0/-1'],
		['by a length that is a word', '203.0.113.7', '203.0.113.0/x8'],
		['by a range with two lengths', '203.0.113.7', '203.0.113.0/24/8'],
		['without an address', '', '203.0.113.7'],
		['with something that is no address', 'unknown', '0.0.0.0/0, ::/0'],
	])('%s', (_how, address, list) => {
		expect(isInRanges(address, list)).toBe(false);
	});
});

test.each([
	...['', ' ', '\n', '203.0.113.7', '203.0.113.7,', ',203.0.113.7', ' 203.0.113.7 ; 10.0.0.0/8 '],
	...['0.0.0.0/0', '203.0.113.7/32', '::/0', '::1/128', 'FE80::1%eth0/64', '2001:db8::/32'],
	...['10.0.0.0/8,, 2001:db8::1', '::ffff:203.0.113.7'],
])('the list %j holds addresses only', (list) => {
	expect(noAddressIn(list)).toBeUndefined();
});

test.each([
	[',', ','],
	[' ; ', ' ; '],
	['hub.example', 'hub.example'],
	['203.0.113.7, hub.example, outro', 'hub.example'],
	['203.0.113', '203.0.113'],
	['203.0.113.7.1', '203.0.113.7.1'],
	['203.0.113.256', '203.0.113.256'],
	['203.0.113.7x', '203.0.113.7x'],
	['203.0.113.7:443', '203.0.113.7:443'],
	['http://203.0.113.7', 'http://203.0.113.7'],
	['203.0.113.0/33', '203.0.113.0/33'],
	['203.0.113.0/', '203.0.113.0/'],
	['203.0.113.0/24x', '203.0.113.0/24x'],
	['203.0.113.0/x24', '203.0.113.0/x24'],
	['203.0.113.0/-1', '203.0.113.0/-1'],
	['203.0.113.0/1e1', '203.0.113.0/1e1'],
	['203.0.113.0/255.255.255.0', '203.0.113.0/255.255.255.0'],
	['203.0.113.0/24/24', '203.0.113.0/24/24'],
	['203.0.113.*', '203.0.113.*'],
	['/24', '/24'],
	['%eth0', '%eth0'],
	['2001:db8::/129', '2001:db8::/129'],
	['2001:db8', '2001:db8'],
	['1::2::3', '1::2::3'],
	['[::1]', '[::1]'],
	['::1]#', '::1]#'],
	['a]@[::1', 'a]@[::1'],
	['::g', '::g'],
	['7', '7'],
])('in the list %j, %j is no address', (list, entry) => {
	expect(noAddressIn(list)).toBe(entry);
});
