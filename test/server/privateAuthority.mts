import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Files in PEM format. */
export interface Certificate {
	certificate: string;
	key: string;
}

/** A certificate authority that only those trust who are told to, as companies have. */
export class PrivateAuthority {
	readonly #folder = mkdtempSync(join(tmpdir(), 'authority-'));
	/** The authority's own certificate, for `NODE_EXTRA_CA_CERTS`. */
	readonly certificate = join(this.#folder, 'authority.pem');
	readonly #key = join(this.#folder, 'authority.key');

	/** Makes the authority's own certificate. */
	async create(): Promise<void> {
		const files = ['-keyout', this.#key, '-out', this.certificate];
		const subject = ['-subj', '/CN=Private Authority of the Tests'];
		await this.#openssl('req', '-x509', ...newKey, ...subject, ...files, '-days', '30');
	}

	/** A certificate for a server of this name. */
	async certify(host: string): Promise<Certificate> {
		const path = (extension: string) => join(this.#folder, `${host}.${extension}`);
		const [certificate, key, request, names] = [path('pem'), path('key'), path('csr'), path('ext')];
		writeFileSync(names, `subjectAltName=DNS:${host}`);
		const files = ['-keyout', key, '-out', request];
		await this.#openssl('req', ...newKey, '-subj', `/CN=${host}`, ...files);
		const authority = ['-CA', this.certificate, '-CAkey', this.#key, '-CAcreateserial'];
		const signed = ['-in', request, '-out', certificate, '-extfile', names, '-days', '30'];
		await this.#openssl('x509', '-req', ...authority, ...signed);
		return { certificate, key };
	}

	remove(): void {
		rmSync(this.#folder, { recursive: true, force: true });
	}

	async #openssl(...args: string[]): Promise<void> {
		await execute('openssl', args, { cwd: this.#folder });
	}
}
