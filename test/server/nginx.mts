import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFolder } from './deleteFolder.mts';
import { freePort, isPortFree } from './ports.mjs';
import type { Certificate } from './privateAuthority.mts';
import { boundToThisProcess, ServerProcess } from './serverProcess.mts';

/** An nginx before another server, as n8n's documentation recommends it, on 127.0.0.1 and on ::1. */
export class Nginx extends ServerProcess {
	readonly #folder = mkdtempSync(join(tmpdir(), 'nginx-'));
	#port = 0;

	/** @param tls the certificate to answer https with; http without one */
	constructor(private readonly tls?: Certificate) {
		super('nginx');
	}

	get port(): number {
		return this.#port;
	}

	/** Its address for callers in IPv4 or IPv6, without a slash at the end. */
	url(family: 4 | 6 = 4): string {
		return `http${this.tls ? 's' : ''}://${family === 4 ? '127.0.0.1' : '[::1]'}:${this.#port}`;
	}

	/** @param upstream address of the other server, without a slash at the end */
	async start(upstream: string): Promise<void> {
		this.#port = await freePort();
		mkdirSync(join(this.#folder, 'temp'));
		const configuration = join(this.#folder, 'nginx.conf');
		writeFileSync(configuration, this.#configuration(upstream));
		const nginx = ['nginx', '-p', this.#folder, '-c', configuration];
		const command = [...boundToThisProcess('SIGTERM'), ...nginx];
		// Debian keeps it off the PATH of others than administrators
		const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` };
		await this.launch(
			{ command, cwd: this.#folder, env, logFile: join(this.#folder, 'log') },
			async () => !(await isPortFree(this.#port)),
			30_000,
		);
	}

	async remove(): Promise<void> {
		await this.stop();
		await deleteFolder(this.#folder);
	}

	#configuration(upstream: string): string {
		const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(name) => `${name}_temp_path temp/${name};`,
		);
		const ssl = this.tls ? ' ssl' : '';
		const certificate = this.tls
			? `ssl_certificate ${this.tls.certificate}; ssl_certificate_key ${this.tls.key};`
			: '';
		return `
			daemon off;
			master_process off;
			pid nginx.pid;
			error_log stderr;
			events {}
			http {
				access_log off;
				${temporary.join('\n')}
				client_max_body_size 32m;
				server {
					listen 127.0.0.1:${this.#port}${ssl};
					listen [::1]:${this.#port}${ssl};
					${certificate}
					location / {
						proxy_pass ${upstream};
						proxy_http_version 1.1;
						proxy_request_buffering off;
						proxy_set_header Host $host;
						proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
						proxy_set_header X-Forwarded-Proto $scheme;
					}
				}
			}
		`;
	}
}
