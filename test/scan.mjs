/**
 * `npm run scan`: what n8n's scanner of community packages says about the sources and the packed
 * package. By itself the scanner downloads a published package; here it reads what lies here, with
 * the same rules and the same selection of files.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { projectRoot } from './server/install.mjs';
import { npm } from './server/step.mjs';

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [program, ...args] = npm('pack', '--silent', '--pack-destination', folder);
const packed = execFileSync(program, args, { cwd: projectRoot, encoding: 'utf8' }).trim();
execFileSync('tar', ['-xzf', packed], { cwd: folder });

await scan('sources', projectRoot, SOURCE_FILE_PATTERNS);
await scan('packed package', join(folder, 'package'), ['**/*.js', 'package.json']);

/**
 * @param {string} name
 * @param {string} directory
 * @param {string[]} patterns
 */
async function scan(name, directory, patterns) {
	const {
		passed,
		message = 'nothing found',
		details = '',
	} = await analyzePackage(directory, patterns);
	// the scanner lets a folder without any file pass
	const isClean = passed && message !== 'No files found to analyze';
	console.log(`${isClean ? '✓' : '✗'} n8n's scanner, ${name}: ${message}`, details);
	if (!isClean) process.exitCode = 1;
}
