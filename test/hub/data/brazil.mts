import type { FullOrder } from '../records.mts';
import { checkDigit } from './accessKey.mts';
import type { Random } from './random.mts';

/** Women's and men's in turn. */
const firstNames = 'Ana Bruno Camila Diego Eduarda Fábio Gabriela Hélio Inês João Larissa Márcio'
	.split(' ')
	.map((name, index) => [name, index % 2 === 0 ? 'f' : 'm'] as const);
const lastNames = 'Almeida Barbosa Conceição Dias Ferreira Gonçalves Lima Moraes Souza'.split(' ');
const companies = ['Comercial Ipê', 'Papelaria Aurora', 'Mercado São José', 'Oficina Três Irmãos'];
const streets = [
	'Rua das Acácias',
	'Avenida Sete de Setembro',
	'Rua XV de Novembro',
	'Travessa do Comércio',
];
const complements = ['', 'Apto 32', 'Casa 2', 'Bloco B', 'Sala 1104'];

interface City {
	cidade: string;
	uf: string;
	bairro: string;
	/** first five digits of the postal code */
	cep: string;
	ddd: string;
}

const cities: readonly City[] = [
	{ cidade: 'São Paulo', uf: 'SP', bairro: 'Vila Mariana', cep: '04101', ddd: '11' },
	{ cidade: 'Rio de Janeiro', uf: 'RJ', bairro: 'Tijuca', cep: '20510', ddd: '21' },
	{ cidade: 'Belo Horizonte', uf: 'MG', bairro: 'Savassi', cep: '30112', ddd: '31' },
	{ cidade: 'Curitiba', uf: 'PR', bairro: 'Batel', cep: '80420', ddd: '41' },
	{ cidade: 'Florianópolis', uf: 'SC', bairro: 'Trindade', cep: '88036', ddd: '48' },
	{ cidade: 'Porto Alegre', uf: 'RS', bairro: 'Moinhos de Vento', cep: '90570', ddd: '51' },
	{ cidade: 'Salvador', uf: 'BA', bairro: 'Barra', cep: '40140', ddd: '71' },
	{ cidade: 'Recife', uf: 'PE', bairro: 'Boa Viagem', cep: '51020', ddd: '81' },
	{ cidade: 'Goiânia', uf: 'GO', bairro: 'Setor Bueno', cep: '74210', ddd: '62' },
];

/** A CPF of 11 digits with valid check digits. */
export function cpf(random: Random): string {
	let digits = random.digits(9);
	while (digits.length < 11) digits += checkDigit(digits, 10);
	return digits;
}

const letters = 'AEHJKMPRTX';

/**
 * A CNPJ of 14 characters with valid check digits: of a company of before July 2026 with digits only, of a younger one
 * with letters among the first twelve.
 * @param hasLetters every second one when left out
 */
export function cnpj(random: Random, hasLetters?: boolean): string {
	const root = random.digits(8);
	const isYoung = hasLetters ?? Number(root.at(-1)) % 2 === 0;
	const withLetters = () =>
		root.replace(/(\d)(\d)/g, (_pair, one: string, other: number) => one + letters.charAt(other));
	let id = isYoung ? `${withLetters()}01DE` : `${root}0001`;
	while (id.length < 14) id += checkDigit(id);
	return id;
}

/** A made-up customer with a made-up address in a real city. */
export function customer(random: Random): {
	cliente: FullOrder['cliente'];
	entrega: Omit<FullOrder['entrega'], 'prazoEntrega' | 'tipoFrete'>;
} {
	const city = random.pick(cities);
	const company = random.int(1, 6) === 1;
	const [first, sexo] = random.pick(firstNames);
	const person = `${first} ${random.pick(lastNames)} ${random.pick(lastNames)}`;
	const nome = company ? `${random.pick(companies)} Ltda` : person;
	const local = nome
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.replaceAll(' ', '.');
	const year = random.int(1955, 2004);
	const pad = (value: number): string => String(value).padStart(2, '0');
	return {
		cliente: {
			nome,
			email: `${local}@example.com`,
			cpfCnpj: company ? cnpj(random) : cpf(random),
			pessoa: company ? 'j' : 'f',
			telefone: `${city.ddd}3${random.digits(7)}`,
			celular: `${city.ddd}9${random.digits(8)}`,
			rgIe: random.digits(9),
			sexo: company ? 'j' : sexo,
			nascimento: company ? '' : `${year}-${pad(random.int(1, 12))}-${pad(random.int(1, 28))}`,
		},
		entrega: {
			cep: `${city.cep}-${random.digits(3)}`,
			destinatario: person,
			endereco: random.pick(streets),
			bairro: city.bairro,
			cidade: city.cidade,
			uf: city.uf,
			numero: String(random.int(1, 2999)),
			complemento: random.pick(complements),
			referencia: '',
			codigoRastreio: '',
			linkRastreio: '',
		},
	};
}
