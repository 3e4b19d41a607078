/**
 * The two ports of the demo: what the user set, whether they can be had, and what to do if not.
 * No dependencies.
 */
import { InstallError } from '../server/requirements.mjs';
import { portHolder } from '../server/portHolder.mjs';
import { isPortFree } from '../server/ports.mjs';

const users = { HUB_PORT: 'the local hub', N8N_PORT: 'n8n' };

/** @typedef {{ HUB_PORT: number, N8N_PORT: number }} Ports */

/**
 * The ports that the environment sets, else the usual ones.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Ports}
 * @throws {InstallError} when one is no port, or both are the same
 */
export function readPorts(env) {
	const ports = {
		HUB_PORT: readPort(env, 'HUB_PORT', 5690),
		N8N_PORT: readPort(env, 'N8N_PORT', 5678),
	};
	if (ports.HUB_PORT !== ports.N8N_PORT) return ports;
	throw new InstallError(`HUB_PORT and N8N_PORT are both ${ports.HUB_PORT}; they must differ.`);
}

/**
 * @param {Ports} ports
 * @param {NodeJS.ProcessEnv} env
 * @throws {InstallError} when one of them is in use: by whom, and a command with free ones
 */
export async function requireFreePorts(ports, env) {
	for (const variable of /** @type {const} */ (['HUB_PORT', 'N8N_PORT'])) {
		const port = ports[variable];
		if (await isPortFree(port)) continue;
		const command = await otherPorts(ports, env);
		throw new InstallError(
			`Port ${port}, meant for ${users[variable]}, is in use${byWhom(port)}. ` +
				`End that program, or choose another port: ${command}`,
		);
	}
}

/** @param {number} port */
function byWhom(port) {
	const holder = portHolder(port);
	if (!holder) return '';
	const { pid, command } = holder;
	const isOurs = /test\/demo\/main\.mjs|test\/server\/n8n\/|test\/hub\/start\.mts/.test(command);
	return isOurs
		? ` by an n8n or a hub of this project; Ctrl-C in its terminal or \`kill ${pid}\` ends it`
		: ` by process ${pid} (${command.slice(0, 100)})`;
}

/**
 * `npm start` with every port that the user set, those in use replaced.
 *
 * @param {Ports} ports
 * @param {NodeJS.ProcessEnv} env
 */
async function otherPorts(ports, env) {
	const taken = new Set(Object.values(ports));
	const settings = [];
	for (const [variable, port] of Object.entries(ports)) {
		let chosen = port;
		if (!(await isPortFree(port))) {
			do chosen++;
			while (taken.has(chosen) || (chosen < 65536 && !(await isPortFree(chosen))));
			taken.add(chosen);
		}
		if (chosen !== port || env[variable] !== undefined) settings.push(`${variable}=${chosen}`);
	}
	return `${settings.join(' ')} npm start`;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {keyof Ports} variable
 * @param {number} preferred
 */
function readPort(env, variable, preferred) {
	const port = Number(env[variable] ?? preferred);
	if (Number.isInteger(port) && port > 0 && port < 65536) return port;
	throw new InstallError(`${variable} is "${env[variable]}", not a port number (1 to 65535).`);
}
