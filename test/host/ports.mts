import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A loopback port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('The system gave no port');
	return address.port;
}

/** Whether a loopback port can be listened on. */
export async function isPortFree(port: number): Promise<boolean> {
	const server = createServer();
	const free = await new Promise<boolean>((resolve) => {
		server.once('error', () => resolve(false)).listen(port, LOOPBACK, () => resolve(true));
	});
	if (free) await new Promise((resolve) => server.close(resolve));
	return free;
}
