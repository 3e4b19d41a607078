import { expect, test } from 'vitest';
import { NodeOperationError, type INode, type IRun, type ITaskData } from 'n8n-workflow';
import { passTime } from '../../support/passTime.mts';
import { idsOf, runOf } from '../../support/triggers.mts';
import { setupTrigger } from '../../support/triggerSetup.mts';

const { at, trigger, create, poll, queueOf } = setupTrigger('marketplaceHubQueueTrigger');

const error = new NodeOperationError(
	{ name: 'Trigger', type: 'test', parameters: {} } as unknown as INode,
	'the workflow stopped here',
);
const task = (items: number): ITaskData => ({
	startTime: 0,
	executionIndex: 0,
	executionTime: 1,
	executionStatus: 'success',
	source: [],
	...(items > 0 && { data: { main: [Array.from({ length: items }, () => ({ json: {} }))] } }),
});
const atNext = { lastNodeExecuted: 'Next' };

/** What n8n resolves an emission with, by the way the execution went. */
const succeeded: Array<[string, IRun | undefined]> = [
	['in this process', runOf('success', { ...atNext, runData: { Trigger: [task(3)] } })],
	['on a worker, which keeps the data', runOf('success', atNext)],
	['on a worker that names no node', runOf('success')],
	['until a Wait node', runOf('waiting', { ...atNext, runData: { Trigger: [task(3)] } })],
	['on a worker until a Wait node', runOf('waiting', atNext)],
];
const carriedOut: Array<[string, IRun | undefined]> = [
	['until a node failed', runOf('error', { ...atNext, error, runData: { Trigger: [task(3)] } })],
	['on a worker until a node failed', runOf('error', { ...atNext, error })],
	[
		'until its time was up',
		runOf('canceled', { ...atNext, runData: { Trigger: [task(3)], Next: [task(0)] } }),
	],
];
const notCarriedOut: Array<[string, IRun | undefined]> = [
	['it was refused before it began', undefined],
	['its worker was killed', runOf('error', { error })],
	['its time was up before the first node', runOf('canceled')],
	['it crashed before it began', runOf('crashed')],
	['it crashed on a worker', runOf('crashed', { ...atNext, error })],
	[
		'it crashed and n8n made up for the data from its log',
		runOf('crashed', { ...atNext, error, runData: { Trigger: [task(0)], Next: [task(0)] } }),
	],
	['it could not start at a node', runOf('error', { ...atNext, runData: { Next: [task(0)] } })],
	['it still waits for a worker', runOf('new')],
	['nobody knows how it went', runOf('running')],
];

const failedCountsAsDone = { settings: { repeatFailed: false } };

/* How an execution ended, for the orders of the queue trigger. */

test.each([
	...succeeded.map(([how, run]) => [how, {}, run] as const),
	...[...succeeded, ...carriedOut].map(
		([how, run]) => [`${how}, where failed ones count as done`, failedCountsAsDone, run] as const,
	),
	// as an expression may give it
	...carriedOut.map(
		([how, run]) => [`${how}, 'false'`, { settings: { repeatFailed: 'false' } }, run] as const,
	),
])('orders of an execution carried out %s: acknowledged', async (_how, parameters, run) => {
	const workflow = trigger(parameters);
	const ids = create(3);
	expect(idsOf(await poll(workflow, { run }))).toEqual(ids);
	await queueOf();
	expect(await poll(workflow)).toEqual([]);
});

test.each([
	...carriedOut.map(([how, run]) => [`it was carried out ${how}`, {}, run] as const),
	...notCarriedOut.map(([how, run]) => [how, {}, run] as const),
	...notCarriedOut.map(
		([how, run]) => [`${how}, where failed ones count as done`, failedCountsAsDone, run] as const,
	),
])('%s: the orders stay in the queue and come again', async (_how, parameters, run) => {
	const workflow = trigger(parameters);
	const ids = create(3);
	expect(idsOf(await poll(workflow, { run }))).toEqual(ids);
	expect([...at.hub.state.queue.keys()]).toEqual(ids);
	expect(at.hub.count({ endpoint: 'acknowledge' })).toBe(0);
	passTime(60_000);
	expect(idsOf(await poll(workflow))).toEqual(ids);
	await queueOf();
});
