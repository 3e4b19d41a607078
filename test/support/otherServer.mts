import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server beside the hub; its address, and how to end it. */
export async function serve(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Starts a server beside the hub that ends with the test; returns its address. */
export async function listen(listener: RequestListener): Promise<string> {
	const { url, stop } = await serve(listener);
	onTestFinished(stop);
	return url;
}
