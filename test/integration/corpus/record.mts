/**
 * Writes what a release gives for each stored workflow and trigger that has no result yet:
 * `npx tsx test/integration/corpus/record.mts FOLDER`, where FOLDER holds the built release.
 */
import { writeFileSync } from 'node:fs';
import { loadPackage } from '../../engine/engine.mts';
import { startN8n } from '../../engine/nodes.mts';
import { startHub } from '../../hub/index.mts';
import { corpus, hubOptions, resultOf } from './corpus.mts';
import { emptyHub, resultOfTrigger, storedTriggers } from './storedTriggers.mts';

const [, , release = ''] = process.argv;
const loaded = loadPackage(release);
for (const [file, workflows] of corpus()) {
	for (const workflow of workflows.filter(({ result }) => result === undefined)) {
		const hub = await startHub(hubOptions(workflow));
		workflow.result = await resultOf(workflow, hub, await startN8n(hub, {}, loaded));
		await hub.stop();
		console.log(`Recorded: ${workflow.name}`);
	}
	writeFileSync(file, `${JSON.stringify(workflows, undefined, '\t')}\n`);
}
for (const [file, triggers] of storedTriggers()) {
	for (const trigger of triggers.filter(({ result }) => result === undefined)) {
		const hub = await startHub(emptyHub);
		trigger.result = await resultOfTrigger(trigger, hub, await startN8n(hub, {}, loaded));
		await hub.stop();
		console.log(`Recorded: ${trigger.name}`);
	}
	writeFileSync(file, `${JSON.stringify(triggers, undefined, '\t')}\n`);
}
// what the engine holds open would keep the process
process.exit();
