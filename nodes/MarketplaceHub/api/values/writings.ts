/** Shorter strings are part of too many words to be taken out. */
export const shortestSecret = 4;

/** What is the same in the base64 of every text that holds the secret, by where it begins in it. */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((offset) => {
		const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
		const known = Math.floor((whole.length * 8) / 6);
		const core = whole.toString('base64').slice(Math.ceil((offset * 8) / 6), known);
		if (core.length < shortestSecret) return [];
		return [core, core.replace(/\+/g, '-').replace(/\//g, '_')];
	});
}

/** What stands for a secret as a whole: itself, hexadecimal digits and base64. */
export function formsOf(secret: string): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return [secret, hex, hex.toUpperCase(), ...base64Forms(secret)];
}

/** Its forms as JSON and addresses usually write them: what is found without decoding anything. */
export function writingsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const bytes = Buffer.from(secret);
	// half a character cannot be in an address
	const address = encodeURIComponent(bytes.toString());
	const percent = bytes.toString('hex').replace(/../g, '%$&');
	const forms = formsOf(secret);
	return [
		...forms,
		...forms.map((form) => form.replace(/\//g, '\\/')),
		json,
		json.replace(/\//g, '\\/'),
		address,
		address.replace(/%[0-9A-F]{2}/g, (part) => part.toLowerCase()),
		address.replace(/%20/g, '+'),
		encodeURI(bytes.toString()),
		percent,
		percent.toUpperCase(),
	];
}
