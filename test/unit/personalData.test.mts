import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleNames } from '../server/examples.mts';
import { projectRoot } from '../server/install.mjs';

interface TableNode {
	type: string;
	parameters: {
		columns?: { value?: Record<string, unknown> | null; column?: Array<{ name: string }> };
	};
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const page = read('docs/personal-data.md');
const examples = exampleNames().map((name) => read(`examples/${name}.json`));

test('the page on personal data names every data table of the examples', () => {
	const tables = new Set(examples.flatMap((text) => text.match(/\bmarketplace_hub_\w+/g) ?? []));
	expect(tables.size).toBeGreaterThan(8);
	expect([...tables].filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});

test('the page on personal data names every column with data of a buyer', () => {
	const columns = examples
		.flatMap((text) => (JSON.parse(text) as { nodes: TableNode[] }).nodes)
		.filter(({ type }) => type === 'n8n-nodes-base.dataTable')
		.flatMap(({ parameters }) => [
			...Object.keys(parameters.columns?.value ?? {}),
			...(parameters.columns?.column ?? []).map(({ name }) => name),
		]);
	const ofBuyers =
		/cpf|cnpj|nome|mail|fone|cidade|^uf$|endereco|cep|bairro|rua|chave|rastreio|reason/i;
	const told = [...new Set(columns)].filter((column) => ofBuyers.test(column));
	expect(told).toEqual(expect.arrayContaining(['cpfCnpj', 'nome', 'email', 'telefone']));
	expect(told.filter((column) => !page.includes(`\`${column}\``))).toEqual([]);
});
