import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checked } from '../../nodes/MarketplaceHub/api/schemas/check.ts';
import { normalize } from '../../nodes/MarketplaceHub/api/schemas/normalize.ts';
import { type Values } from '../../nodes/MarketplaceHub/api/schemas/fields.ts';
import { productChangeWrite } from '../../nodes/MarketplaceHub/api/schemas/writes/product.ts';

const text = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 -]{0,20}$/);
const price = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100);
/** What a hub gives where nothing is set. */
const orNothing = <Value,>(value: fc.Arbitrary<Value>, ...nothing: unknown[]) =>
	fc.oneof(value as fc.Arbitrary<unknown>, fc.constantFrom(...nothing));

const variation = fc.record({
	skuProduto: text,
	skuVariacao: text,
	tamanho: orNothing(text, '', null),
	voltagem: fc.constantFrom('', null),
	precoDe: fc.constant(999_999.99),
	precoPor: price,
	precoDeMidia: orNothing(fc.constant(999_999.99), 0, '0', '0,00', null),
	precoPorMidia: orNothing(price, 0, null),
	estoque: fc.nat(),
	ean: orNothing(fc.stringMatching(/^\d{13}$/), '', null),
	altura: orNothing(fc.integer({ min: 1, max: 99 }), 0, null),
	campoNovo: fc.anything(),
});

const record = fc.record({
	skuProduto: text,
	skuProdutoLider: text,
	nome: orNothing(text, '', null),
	descricao: orNothing(text, '', null),
	ean: orNothing(text, '', null),
	condicao: orNothing(fc.constantFrom('novo', 'usado'), 'indefinido', '', null),
	genero: orNothing(fc.constantFrom('unissex'), 'indefinido', null),
	faixaEtaria: orNothing(fc.constantFrom('adulto'), 'indefinido', null),
	idCategoriaExterna: orNothing(fc.stringMatching(/^[1-9]\d{0,20}$/), '', null),
	precoDe: orNothing(fc.constant(999_999.99), 0, '0,00', null),
	precoPor: orNothing(price, 0, '0.00', null),
	precoDeMidia: orNothing(fc.constant('999999,99'), 0, null),
	precoPorMidia: orNothing(price, 0, null),
	estoque: fc.nat(),
	ativo: fc.constantFrom(true, false, 'true', 1, 0),
	prazoProducao: orNothing(fc.nat({ max: 90 }), null),
	altura: orNothing(fc.integer({ min: 1, max: 99 }), 0, null),
	peso: orNothing(fc.integer({ min: 1, max: 99 }), 0, '0', null),
	categoria: orNothing(fc.array(text, { minLength: 1, maxLength: 4 }), [], null, {}),
	imagens: orNothing(
		fc.array(fc.record({ id: fc.integer({ min: 1, max: 250 }), url: text }), {
			minLength: 1,
			maxLength: 4,
		}),
		[],
		null,
	),
	caracteristicas: orNothing(fc.dictionary(text, text, { maxKeys: 5 }), {}, [], null),
	tags: orNothing(fc.array(text, { maxLength: 3 }), [], null, {}),
	variacoes: orNothing(
		fc.uniqueArray(variation, { maxLength: 3, selector: ({ skuVariacao }) => skuVariacao }),
		[],
		null,
	),
	links: fc.constant({ GET: 'x', PUT: 'y' }),
	campoNovo: fc.anything(),
});

describe('a product as the hub gives it', () => {
	test('is accepted with another name, and only writable fields are sent', () => {
		fc.assert(
			fc.property(record, fc.boolean(), (read, reversed) => {
				const edited = { ...read, nome: 'Outro nome' };
				const entries = Object.entries(edited);
				const ordered = Object.fromEntries(reversed ? entries.reverse() : entries);
				const { values, notes } = normalize(ordered, productChangeWrite);
				const body = checked(productChangeWrite, values);
				expect(body.nome).toBe('Outro nome');
				for (const name of ['estoque', 'links', 'campoNovo']) expect(body).not.toHaveProperty(name);
				for (const entry of (body.variacoes ?? []) as Values[]) {
					for (const name of ['skuProduto', 'estoque', 'campoNovo'])
						expect(entry).not.toHaveProperty(name);
				}
				const unknown = notes.filter(({ kind }) => kind === 'unknown');
				expect(unknown.every(({ text }) => text.endsWith('campoNovo`'))).toBe(true);
				// what was sent can be given back once more, and is then the same
				const again = normalize(body, productChangeWrite);
				expect(checked(productChangeWrite, again.values)).toEqual(body);
			}),
			{ numRuns: 300 },
		);
	});
});
