import { expect, it } from 'vitest';
import { cnpj, cpf } from '../../hub/data/brazil.mts';
import { Random } from '../../hub/data/random.mts';
import { startHub } from '../../hub/index.mts';

const cents = (value: number): number => Math.round(value * 100);

/** A number with its last digits made anew by modulo 11, with weights from 2 to `top` and again. */
function checked(digits: string, top: number): string {
	let found = digits.slice(0, -2);
	while (found.length < digits.length) {
		const sum = [...found]
			.reverse()
			.reduce(
				(total, one, index) => total + (one.charCodeAt(0) - 48) * (2 + (index % (top - 1))),
				0,
			);
		found += String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
	}
	return found;
}

it('generates valid CPF and CNPJ numbers', () => {
	const random = new Random(1);
	const numbers = Array.from({ length: 200 }, () => [cpf(random), cnpj(random)] as const);
	const published = [
		['52998224725', '11222333000181'],
		['52998224725', '12ABC34501DE35'],
	] as const;
	for (const [person, company] of [...published, ...numbers]) {
		expect(checked(person, 11)).toBe(person);
		expect(checked(company, 9)).toBe(company);
		expect(company).toMatch(/^[A-Z\d]{12}\d{2}$/);
	}
});

it('generates companies of before and after July 2026, without and with letters', async () => {
	const hub = await startHub({ seed: { orders: 200, fiscalDocuments: 8 } });
	const kinds = (ids: string[]) => new Set(ids.map((id) => /[A-Z]/.test(id)));
	const buyers = [...hub.state.orders.values()].filter(({ cliente }) => cliente.pessoa === 'j');
	expect(kinds(buyers.map(({ cliente }) => cliente.cpfCnpj)).size).toBe(2);
	const notes = [...hub.state.fiscalDocuments.values()].filter(
		({ tipoDocumento }) => tipoDocumento === 'nfe',
	);
	expect(kinds(notes.map(({ chaveAcesso }) => chaveAcesso)).size).toBe(2);
	for (const { chaveAcesso, xml } of notes) {
		expect(chaveAcesso).toMatch(/^\d{6}[A-Z\d]{12}\d{26}$/);
		expect(xml).toContain(`<emit><CNPJ>${chaveAcesso.slice(6, 20)}</CNPJ>`);
	}
	await hub.stop();
});

it('generates orders whose sums add up', async () => {
	const hub = await startHub({ seed: { orders: 300, queued: 40 } });
	for (const { valores, itens, pagamentos } of hub.state.orders.values()) {
		const items = itens.reduce((sum, { qtd, valor }) => sum + qtd * valor, 0);
		expect(cents(items)).toBe(cents(valores.subtotal));
		expect(cents(valores.subtotal + valores.frete - valores.desconto)).toBe(cents(valores.total));
		expect(cents(pagamentos.reduce((sum, { valor }) => sum + valor, 0))).toBe(cents(valores.total));
	}
	expect(hub.state.queue.size).toBe(40);
	hub.seed({ orders: 5, products: 3, channels: 2 });
	expect(hub.state.orders.size).toBe(305);
	expect(hub.state.products.size).toBe(13);
	expect(new Set([...hub.state.channels.values()].map(({ nome }) => nome)).size).toBe(5);
	await hub.stop();
});
