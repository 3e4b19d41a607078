import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { isAlias, isNode, parseDocument, visit } from 'yaml';
import { readDocument } from '../../hub/contract.mts';

type Json = Record<string, unknown>;

const text = readFileSync(new URL('../../hub/openapi.yaml', import.meta.url), 'utf8');

/** Every value under a key of this name, wherever it stands. */
function everyValue(key: string, value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, child]) => [
		...(name === key ? [child as unknown] : []),
		...everyValue(key, child),
	]);
}

describe('openapi.yaml for other readers', () => {
	it('is plain YAML 1.2: no anchors, aliases or merge keys', () => {
		const document = parseDocument(text, { strict: true, merge: false, uniqueKeys: true });
		expect(document.errors).toEqual([]);
		expect(document.warnings).toEqual([]);
		const special: string[] = [];
		visit(document, (key, node) => {
			if (isAlias(node)) special.push(`*${node.source}`);
			else if (isNode(node) && 'anchor' in node && node.anchor) {
				special.push(`&${node.anchor}`);
			}
		});
		expect(special).toEqual([]);
		expect(everyValue('<<', document.toJS())).toEqual([]);
	});

	it('is valid OpenAPI 3.1', async () => {
		const validator = new Validator();
		expect(await validator.validate(structuredClone(readDocument()))).toEqual({ valid: true });
		expect(validator.version).toBe('3.1');
		expect(readDocument()).toMatchObject({
			openapi: '3.1.0',
			jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		});
		const undescribed = structuredClone(readDocument()) as { paths: Record<string, Json> };
		undescribed.paths['/v1/ping'] = { get: { responses: { 200: {} } } };
		expect(await new Validator().validate(undescribed)).toMatchObject({ valid: false });
	});

	it('has only schemas of JSON Schema 2020-12, without a misspelt keyword', () => {
		const document = JSON.parse(
			JSON.stringify(readDocument()).replaceAll('#/components/schemas/', 'hub#/$defs/'),
		) as { components: { schemas: Json } };
		const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
		addFormats(ajv);
		ajv.addSchema({ $defs: document.components.schemas }, 'hub');
		const named = Object.keys(document.components.schemas).map((name) => ({
			$ref: `hub#/$defs/${name}`,
		}));
		const inPlace = everyValue('schema', document) as Json[];
		expect(inPlace.length).toBeGreaterThan(50);
		for (const schema of [...named, ...inPlace]) expect(() => ajv.compile(schema)).not.toThrow();
	});
});
