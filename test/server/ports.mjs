import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A loopback port that nobody uses at this moment. */
export async function freePort() {
	const server = createServer();
	const port = await listen(server, 0);
	await close(server);
	return port;
}

/**
 * Whether a loopback port can be listened on.
 *
 * @param {number} port
 */
export async function isPortFree(port) {
	const server = createServer();
	try {
		await listen(server, port);
	} catch {
		return false;
	}
	await close(server);
	return true;
}

/**
 * @param {import('node:net').Server} server
 * @param {number} port
 * @returns {Promise<number>}
 */
async function listen(server, port) {
	await new Promise((resolve, reject) => {
		server.once('error', reject).listen(port, LOOPBACK, () => resolve(undefined));
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The system gave no port');
	return address.port;
}

/** @param {import('node:net').Server} server */
async function close(server) {
	await new Promise((resolve) => server.close(resolve));
}
