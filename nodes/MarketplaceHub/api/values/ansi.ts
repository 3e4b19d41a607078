/** The characters of windows-1252 for the bytes 80 to 9F, which are controls in ISO-8859-1; five are free. */
const special = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const codeOfFirst = 0x80;

/** Text in windows-1252. `TextDecoder` takes that for ISO-8859-1 in some releases of Node.js. */
export const fromAnsi = (bytes: Buffer): string =>
	bytes
		.toString('latin1')
		.replace(/[\x80-\x9f]/g, (control) => special.charAt(control.charCodeAt(0) - codeOfFirst));
