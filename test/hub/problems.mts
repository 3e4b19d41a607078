import type { ErrorObject } from 'ajv/dist/2020.js';

type Params = Record<string, unknown>;

const messages: Record<string, (params: Params) => string> = {
	required: () => 'obrigatório',
	type: ({ type }) => `deve ser do tipo ${String(type)}`,
	minimum: ({ limit }) => `deve ser no mínimo ${String(limit)}`,
	exclusiveMinimum: ({ limit }) => `deve ser maior que ${String(limit)}`,
	maximum: ({ limit }) => `deve ser no máximo ${String(limit)}`,
	minLength: ({ limit }) => `deve ter no mínimo ${String(limit)} caractere(s)`,
	maxLength: ({ limit }) => `deve ter no máximo ${String(limit)} caractere(s)`,
	minItems: ({ limit }) => `deve ter no mínimo ${String(limit)} item(ns)`,
	maxItems: ({ limit }) => `deve ter no máximo ${String(limit)} item(ns)`,
	minProperties: ({ limit }) => `deve ter no mínimo ${String(limit)} campo(s)`,
	maxProperties: ({ limit }) => `deve ter no máximo ${String(limit)} campo(s)`,
	enum: ({ allowedValues }) => `deve ser um de: ${(allowedValues as unknown[]).join(', ')}`,
	pattern: ({ pattern }) => `formato inválido (${String(pattern)})`,
	format: ({ format }) => `formato inválido (${String(format)})`,
	additionalProperties: ({ additionalProperty }) =>
		`campo desconhecido ${String(additionalProperty)}`,
	not: () => 'não deve ser enviado',
};

/** The broken rules as the hub words them: `precos[0].precoDe: deve ser no mínimo 0.01`. */
export function problems(errors: ErrorObject[]): string[] {
	return errors
		.filter(({ keyword }) => keyword !== 'if')
		.map(({ instancePath, keyword, params, message }) => {
			const steps = instancePath.split('/').slice(1);
			if (keyword === 'required') steps.push(String((params as Params).missingProperty));
			const place = steps
				.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
				.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
				.join('')
				.replace(/^\./, '');
			return `${place || 'corpo'}: ${messages[keyword]?.(params as Params) ?? message ?? keyword}`;
		});
}
