import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { HubError } from '../api/errors';
import { isBlank } from '../api/values/blanks';
import { type NodeContext, Output } from './operation';

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

/** A file that comes out beside a record. */
export interface OutputFile {
	content: Buffer;
	name: string;
	mimeType: string;
}

/** The record with one file, in the field that the parameter of `binaryField` names. */
export async function withFile(
	{ node, parameters }: NodeContext,
	itemIndex: number,
	json: IDataObject,
	file: OutputFile,
): Promise<Output> {
	const field = parameters.text('binaryPropertyName', itemIndex);
	if (isBlank(field)) {
		throw new HubError('invalid', 'Put Output File in Field (`binaryPropertyName`) is empty', {
			description: 'Enter the name of a field, or check the expression that should give it.',
		});
	}
	const data = await node.helpers.prepareBinaryData(file.content, file.name, file.mimeType);
	return new Output([itemIndex], json, { binary: { [field]: data } });
}

/** `text` as a part of a file name. */
export const fileNamePart = (text: string): string => text.replace(/[^\p{L}\p{N}_-]+/gu, '_');
