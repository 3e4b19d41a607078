import trimEnd from 'lodash/trimEnd';
import { isBlank } from '../../values/blanks';
import { isRecord } from '../../values/objects';
import { stringifyJson, fromJson } from '../../values/json';
import { preprocess } from '../effects';
import { required, type Tidied, type WriteFields } from '../fields';
import { objects } from './lists';
import { wholeNumber } from './numbers';
import { fileAddress } from './text';

const imageNumber = wholeNumber(1, 250);
const imageAddress = fileAddress(250);

const imageFields = {
	id: required(imageNumber, 'ID', `Number of the image, ${imageNumber.takes}`),
	url: required(imageAddress, 'URL', `Address of the image, ${imageAddress.takes}`),
} satisfies WriteFields;

/** The last character between two addresses; those before it are cut off from the first one. */
const separator = /[\s,;|](?=https?:\/\/)/i;

const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*https?:\/\//i.test(value);

const addressesIn = (text: string) =>
	text
		.trim()
		.split(separator)
		.map((address) => trimEnd(address, ' \t\r\n\u00a0,;|'));

/** Plain addresses as the images they stand for, numbered from 1; anything else as it is. */
function imagesOf(value: unknown): unknown {
	const given = fromJson(value);
	const list: unknown = typeof given === 'string' ? addressesIn(given) : given;
	const addresses = Array.isArray(list) ? list.filter((address) => !isBlank(address)) : [];
	if (addresses.length === 0 || !addresses.every(isAddress)) return value;
	return addresses.map((url, index) => ({ id: index + 1, url: url.trim() }));
}

const mostImages = 4;
const imageList = objects(imageFields, 1, {
	max: mostImages,
	of: 'images',
	advice:
		'Images: give their addresses, which begin with https://, separated by commas, or each with Add Image under Map Each Field Manually.',
});

/** Images of a product: a list of {id, url}, JSON, or their addresses separated by commas. */
export const images = {
	...imageList,
	format: 'separated by commas',
	check: preprocess(imagesOf, imageList.check),
	tidy(value: unknown): Tidied {
		const list = fromJson(imagesOf(value));
		const given = Array.isArray(list) ? list.filter((image) => !isBlank(image)) : [];
		if (given.length <= mostImages) return { value };
		const [first] = given.slice(mostImages);
		const text = isRecord(first) ? String(first.url) : String(stringifyJson(first));
		return { value: given.slice(0, mostImages), note: { kind: 'images', text } };
	},
};
