/** The package's version; a test holds it to package.json. */
export const version = '0.1.1';

/** Production demands a valid user-agent (reference: Authentication). */
export const userAgent = `n8n-nodes-marketplace-hub/${version}`;
