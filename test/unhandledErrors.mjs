import { writeFileSync } from 'node:fs';

/** A reporter of vitest. Writes the file UNHANDLED_ERRORS where an error came outside of tests: the JSON report holds none. */
export default class UnhandledErrors {
	/**
	 * @param {unknown} _modules
	 * @param {ReadonlyArray<unknown>} errors
	 */
	onTestRunEnd(_modules, errors) {
		if (errors.length > 0) writeFileSync(String(process.env.UNHANDLED_ERRORS), '');
	}
}
