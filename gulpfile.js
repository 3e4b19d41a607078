const { existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { dest, parallel, src } = require('gulp');

const built = join(__dirname, 'dist', 'nodes', 'MarketplaceHub');

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

/** The shape of a record as JSON Schema, in the form of n8n's own `__schema__` files. */
function toJsonSchema(schema) {
	if (typeof schema === 'string') return { type: schema === 'price' ? 'number' : schema };
	if (Array.isArray(schema)) return { type: 'array', items: toJsonSchema(schema[0]) };
	// `*` stands for any name
	const fields = Object.entries(schema).filter(([name]) => name !== '*');
	const properties = Object.fromEntries(fields.map(([name, of]) => [name, toJsonSchema(of)]));
	return { type: 'object', properties };
}

/** Output schemas that n8n previews, made from the operations' own `output`: declared once, in one place. */
async function schemas() {
	const { resources } = require(join(built, 'actions', 'resources'));
	const root = join(built, '__schema__');
	if (existsSync(root)) rmSync(root, { recursive: true });
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const file = join(root, 'v1.0.0', resource.option.value, `${operation.option.value}.json`);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, JSON.stringify({ ...toJsonSchema(operation.output), version: 1 }));
		}
	}
}

exports.build = parallel(icons, codex, schemas);
