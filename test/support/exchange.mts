import { expect } from 'vitest';
import type { Hub } from '../hub/index.mts';

/**
 * Exchanges the keys as another program or process does, which ends the token used here.
 * @returns the new token as a credential stores it
 */
export async function exchangeElsewhere({ url, appToken, apiKey, secretKey }: Hub) {
	const answer = await fetch(`${url}/v1/logistic/auth`, {
		method: 'POST',
		headers: { 'App-Token': appToken, 'Content-Type': 'application/json' },
		body: JSON.stringify({ apiKey, secretKey }),
	});
	expect(answer.status).toBe(201);
	const { token } = (await answer.json()) as { token: string };
	return { accessToken: token, accessTokenIssuedAt: Date.now() + 1_000 };
}
