import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../hub/contract/document.mts';

it('the contract is valid OpenAPI 3.1 for other readers', async () => {
	const document = structuredClone(openApiDocument());
	const validator = new Validator();
	expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
	expect(validator.version).toBe('3.1');
	document.paths['/v1/ping'] = { get: { responses: { 200: {} } } };
	expect(await new Validator().validate(document)).toMatchObject({ valid: false });
});
