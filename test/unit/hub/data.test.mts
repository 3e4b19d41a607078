import { expect, it } from 'vitest';
import { cnpj, cpf } from '../../hub/data/brazil.mts';
import { Random } from '../../hub/data/random.mts';
import { startHub } from '../../hub/index.mts';

const cents = (value: number): number => Math.round(value * 100);

function checkDigits(digits: string, start: number): string {
	let found = digits.slice(0, start);
	for (let length = start; length < digits.length; length++) {
		const top = digits.length === 11 ? length + 1 : 9;
		const sum = [...found].reverse().reduce((total, digit, index) => {
			const weight = digits.length === 11 ? index + 2 : 2 + (index % (top - 1));
			return total + Number(digit) * weight;
		}, 0);
		found += String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
	}
	return found;
}

it('has valid CPF and CNPJ numbers', () => {
	expect(checkDigits('52998224725', 9)).toBe('52998224725');
	expect(checkDigits('11222333000181', 12)).toBe('11222333000181');
	const random = new Random(1);
	for (let index = 0; index < 200; index++) {
		const [person, company] = [cpf(random), cnpj(random)];
		expect(checkDigits(person, 9)).toBe(person);
		expect(checkDigits(company, 12)).toBe(company);
	}
});

it('has orders whose sums add up', async () => {
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
