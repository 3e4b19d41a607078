/**
 * Loaded first into every process of a test run: files of the built package are loaded as the file
 * that PLANTED names says, a JSON of sources by path. What lies in `dist` stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';

const planted = process.env.PLANTED ?? '';
/** @type {Record<string, string>} */
const sources = JSON.parse(readFileSync(planted, 'utf8'));
const compile = Module.prototype._compile;

Module.prototype._compile = function (source, path, ...rest) {
	const changed = sources[path];
	if (changed !== undefined) writeFileSync(`${planted}.loaded`, path);
	return compile.call(this, changed ?? source, path, ...rest);
};
