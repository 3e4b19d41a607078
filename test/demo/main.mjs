/**
 * `npm start`: from a fresh clone to a real n8n with these nodes in it, a local hub beside it and
 * an order that flows through. This part needs nothing installed; the rest is in demo.mts.
 */
import { InstallError, installServer, installProject, projectRoot } from '../server/install.mjs';
import { isPortFree } from '../server/ports.mjs';
import { npm, step } from '../server/step.mjs';

const ports = {
	hub: readPort('HUB_PORT', 5690),
	n8n: readPort('N8N_PORT', 5678),
};
const once = process.argv.includes('--once');

try {
	await requirePort('HUB_PORT', ports.hub, 'the local hub');
	await requirePort('N8N_PORT', ports.n8n, 'n8n');
	await installProject();
	const { ok } = await step('Building the nodes', npm('run', 'build', '--silent'), {
		cwd: projectRoot,
	});
	if (!ok) throw new InstallError('The nodes do not build, see above.');
	await installServer();
	const { register } = await import('tsx/esm/api');
	register();
	const { runDemo } = await import('./demo.mts');
	process.exit(await runDemo({ ports, once }));
} catch (error) {
	if (!(error instanceof InstallError)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

/**
 * @param {string} variable
 * @param {number} preferred
 */
function readPort(variable, preferred) {
	const port = Number(process.env[variable] ?? preferred);
	if (Number.isInteger(port) && port > 0 && port < 65536) return port;
	console.error(`${variable} is "${process.env[variable]}", not a port number (1 to 65535).`);
	process.exit(1);
}

/**
 * @param {string} variable
 * @param {number} port
 * @param {string} user
 */
async function requirePort(variable, port, user) {
	if (await isPortFree(port)) return;
	const command = `${variable}=${port + 1} npm start`;
	throw new InstallError(
		`Port ${port}, meant for ${user}, is in use. Stop the program that uses it, or choose another port: ${command}`,
	);
}
