/**
 * Prints V8's CPU profile of the `require` of the built nodes and credentials, without that of the
 * host's own modules. A process without any loader that would take part in it.
 */
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const require = createRequire(root);
/** @type {{ n8n: { nodes: string[], credentials: string[] } }} */
const { n8n } = require('./package.json');
for (const name of ['n8n-workflow', 'zod', 'luxon', 'lodash']) require(name);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 100 });
await session.post('Profiler.start');
for (const file of [...n8n.nodes, ...n8n.credentials]) require(`./${file}`);
const { profile } = await session.post('Profiler.stop');
session.disconnect();
process.stdout.write(JSON.stringify(profile));
