/**
 * `npm start`: from a fresh clone to a real n8n with these nodes in it, a local hub beside it and
 * an order that flows through. `-- --once` ends after that order, `-- --fresh` forgets the workflows
 * of earlier starts. This part needs nothing installed; the rest is in demo.mts.
 */
import { installProject, installServer, projectRoot } from '../server/install.mjs';
import { InstallError, requireNode } from '../server/requirements.mjs';
import { npm, step } from '../server/step.mjs';
import { readPorts, requireFreePorts } from './ports.mjs';

const once = process.argv.includes('--once');
const fresh = process.argv.includes('--fresh');

try {
	requireNode();
	const ports = readPorts(process.env);
	await requireFreePorts(ports, process.env);
	// each npm takes one core; what went wrong is told when nothing writes between any more
	const prepared = await Promise.allSettled([prepareProject(), installServer()]);
	for (const part of prepared) if (part.status === 'rejected') throw part.reason;
	const { runDemo } = await import('./demo.mts');
	process.exit(await runDemo({ ports: { hub: ports.HUB_PORT, n8n: ports.N8N_PORT }, once, fresh }));
} catch (error) {
	if (!(error instanceof InstallError)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

/** The project's packages, and the nodes as they are now. */
async function prepareProject() {
	await installProject();
	const { register } = await import('tsx/esm/api');
	register();
	const { isStale } = await import('../support/build.mts');
	if (!isStale(projectRoot)) return;
	const command = npm('run', 'build', '--silent');
	const { ok } = await step('Building the nodes', command, { cwd: projectRoot });
	if (!ok) throw new InstallError('The nodes do not build, see above.');
}
