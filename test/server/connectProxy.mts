import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy as companies have it: all that leaves the house goes through its CONNECT method. Whatever
 * name is asked for, it leads to one server of this machine.
 */
export class ConnectProxy {
	readonly #server: Server = createServer((_request, response) => response.writeHead(405).end());
	readonly #sockets = new Set<Socket>();
	/** Whom it was asked to connect to, e.g. `hub.example.com:443`, oldest first. */
	readonly asked: string[] = [];

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** @param port where every connection leads */
	async start(port: number): Promise<void> {
		this.#server.on('connect', ({ url = '' }, client: Socket, head: Buffer) => {
			this.asked.push(url);
			const upstream = connect(port, '127.0.0.1', () => {
				client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				upstream.write(head);
				upstream.pipe(client).pipe(upstream);
			});
			for (const [socket, other] of [
				[client, upstream],
				[upstream, client],
			] as const) {
				this.#sockets.add(socket);
				socket.on('error', () => other.destroy());
				socket.on('close', () => this.#sockets.delete(socket));
			}
		});
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
	}

	async stop(): Promise<void> {
		this.#sockets.forEach((socket) => socket.destroy());
		this.#server.close();
		await once(this.#server, 'close');
	}
}
