/** How a person's browser introduces itself: n8n takes an approval from no program that looks like a robot. */
export const userAgent =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
