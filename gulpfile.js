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
	if (typeof schema === 'string')
		return { type: { price: 'number', date: 'string' }[schema] ?? schema };
	if (Array.isArray(schema)) return { type: 'array', items: toJsonSchema(schema[0]) };
	// `*` stands for any name
	const { '*': other, ...fields } = schema;
	const properties = Object.fromEntries(
		Object.entries(fields).map(([name, of]) => [name, toJsonSchema(of)]),
	);
	return { type: 'object', properties, ...(other && { additionalProperties: true }) };
}

/** The folder where n8n looks for the schemas of a version of a node, e.g. `v1.1.0` for 1.1. */
const folderOf = (version) => `v${[...String(version).split('.'), '0', '0'].slice(0, 3).join('.')}`;

/** Output schemas that n8n previews, made from the operations' own `output`: declared once, in one place. */
async function schemas() {
	const { resources } = require(join(built, 'actions', 'resources'));
	const { MarketplaceHub } = require(join(built, 'MarketplaceHub.node'));
	const { version: nodeVersions } = new MarketplaceHub().description;
	const root = join(built, '__schema__');
	if (existsSync(root)) rmSync(root, { recursive: true });
	for (const resource of resources) {
		for (const operation of resource.operations) {
			for (const version of nodeVersions) {
				const file = join(
					root,
					folderOf(version),
					resource.option.value,
					`${operation.option.value}.json`,
				);
				const schema = toJsonSchema(operation.output);
				mkdirSync(dirname(file), { recursive: true });
				writeFileSync(file, JSON.stringify({ ...schema, version: 1 }));
			}
		}
	}
}

exports.build = parallel(icons, codex, schemas);
