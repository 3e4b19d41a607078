/**
 * Loads every node of a package of n8n's own, as n8n does, and prints a line for each that does not
 * load. `node loadNodes.mjs FOLDER_WITH_NODE_MODULES PACKAGE`, with the Node.js that n8n runs on.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const [, , folder = '', packageName = ''] = process.argv;
const load = createRequire(join(folder, 'node_modules', 'n8n', 'package.json'));
const manifestFile = load.resolve(`${packageName}/package.json`);
/** @type {{ n8n: { nodes: string[] } }} */
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const failures = manifest.n8n.nodes.flatMap((file) => {
	const [className = ''] = basename(file).split('.');
	try {
		const Node = load(join(dirname(manifestFile), file))[className];
		new Node();
		return [];
	} catch (error) {
		return [`${className}: ${String(error).split('\n')[0]}`];
	}
});
console.log(JSON.stringify({ nodes: manifest.n8n.nodes.length, failures }));
// some packages leave something running
process.exit();
