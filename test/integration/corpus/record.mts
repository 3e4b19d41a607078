/**
 * Writes what a release gives for each stored workflow and trigger that has no result yet:
 * `npx tsx test/integration/corpus/record.mts FOLDER`, where FOLDER holds the built release.
 */
import { writeFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { loadPackage } from '../../engine/engine.mts';
import { type HubN8n, startN8n } from '../../engine/nodes.mts';
import { type Hub, type HubOptions, startHub } from '../../hub/index.mts';
import { corpus, hubOptions, type Recorded, resultOf } from './corpus.mts';
import { emptyHub, resultOfTrigger, storedTriggers } from './storedTriggers.mts';

const [, , release = ''] = process.argv;
const loaded = loadPackage(release);

/** Records what the release gives for each entry that has no result yet, in a hub of its own. */
async function record<Stored extends Recorded>(
	files: Map<string, Stored[]>,
	optionsOf: (stored: Stored) => HubOptions,
	resultOfStored: (stored: Stored, hub: Hub, n8n: HubN8n) => Promise<IDataObject>,
): Promise<void> {
	for (const [file, entries] of files) {
		for (const stored of entries.filter(({ result }) => result === undefined)) {
			const hub = await startHub(optionsOf(stored));
			stored.result = await resultOfStored(stored, hub, await startN8n(hub, {}, loaded));
			await hub.stop();
			console.log(`Recorded: ${stored.name}`);
		}
		writeFileSync(file, `${JSON.stringify(entries, undefined, '\t')}\n`);
	}
}

await record(corpus(), hubOptions, resultOf);
await record(storedTriggers(), () => emptyHub, resultOfTrigger);
// what the engine holds open would keep the process
process.exit();
