/**
 * Loaded first into n8n: notes in the file LOADS, a line each, how long n8n's own loader takes to
 * `require` the nodes and credentials of the package in the folder PACKAGE, and how many files that
 * loads. Then it loads the files of OTHERS in the same way.
 */
import { appendFileSync } from 'node:fs';
import Module from 'node:module';
import { delimiter } from 'node:path';

const { LOADS = '', PACKAGE = '', OTHERS = '' } = process.env;
const require = Module.prototype.require;
const loaded = () => Object.keys(Module._cache).length;

/** @param {() => unknown} work */
function note(side, work) {
	const before = loaded();
	const began = performance.now();
	const result = work();
	const ms = performance.now() - began;
	appendFileSync(LOADS, `${JSON.stringify({ side, ms, files: loaded() - before })}\n`);
	return result;
}

Module.prototype.require = function (id) {
	const load = () => require.call(this, id);
	if (!id.startsWith(PACKAGE) || !/\.(node|credentials)\.js$/.test(id)) return load();
	const result = note('ours', load);
	// the last that n8n loads of a package
	if (id.endsWith('.credentials.js'))
		note('others', () => OTHERS.split(delimiter).map((file) => require.call(this, file)));
	return result;
};
