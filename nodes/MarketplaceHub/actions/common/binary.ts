import type { INodeProperties } from 'n8n-workflow';

/** The name of the field that a file is put into. */
export const binaryField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
	description: 'Name of the binary field that the following nodes read the file from',
};

/** `text` as a part of a file name. */
export const fileNamePart = (text: string): string => text.replace(/[^\p{L}\p{N}_-]+/gu, '_');
