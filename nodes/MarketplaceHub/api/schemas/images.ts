import { z } from 'zod';
import { fromJson, objects, required, text, whole, type WriteFields } from './fields';

const imageFields = {
	id: required(whole(1, 250), 'ID', 'Number of the image, 1 to 250'),
	url: required(text(250), 'URL', 'Address of the image, 1 to 250 characters'),
} satisfies WriteFields;

const separator = /[\s,;]+(?=https?:\/\/)/i;

const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*https?:\/\//i.test(value);

/** Plain addresses as the images they stand for, numbered from 1; anything else as it is. */
function imagesOf(value: unknown): unknown {
	const given = fromJson(value);
	const list: unknown = typeof given === 'string' ? given.trim().split(separator) : given;
	if (!Array.isArray(list) || !list.every(isAddress)) return value;
	return list.map((url, index) => ({ id: index + 1, url: url.trim() }));
}

/** 1 to 4 images of a product: a list of {id, url}, JSON, or their addresses separated by commas. */
export const images = (): ReturnType<typeof objects> => {
	const kind = objects(imageFields, 1, 4);
	return {
		...kind,
		format: 'addresses separated by commas',
		check: z.preprocess(imagesOf, kind.check),
	};
};
