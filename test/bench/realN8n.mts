import { randomUUID } from 'node:crypto';
import pidusage from 'pidusage';
import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { Agent, request } from 'undici';
import { credentialData, credentialType } from '../engine/credentialData.mts';
import type { Hub } from '../hub/types.mts';
import { N8nRest, type Credential } from '../server/rest.mts';
import { N8nServer } from '../server/server.mts';
import { chained, httpNode, hubNode, nodeOf, saveWorkflow, to } from '../server/workflows.mts';
import type { Sample } from './processes/gauge.mts';
import type { HubAddress } from './processes/hub.mts';
import { tokenOf } from './token.mts';

/** Neither side stores its executions. */
const settings = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
	executionOrder: 'v1',
} as const;

/** Runs a flow over these items, one empty item unless told. */
export type Run = (items?: object[]) => Promise<Sample>;

/** The items given to a run. */
const items = nodeOf('Items', 'splitOut', {
	parameters: { fieldToSplitOut: 'body.items', options: {} },
});

/** How many items 'Work' has put out. */
const count = nodeOf('Count', 'set', {
	typeVersion: 3.4,
	executeOnce: true,
	parameters: {
		assignments: {
			assignments: [
				{ id: '1', name: 'count', type: 'number', value: "={{ $('Work').all().length }}" },
			],
		},
		options: {},
	},
});

// a flow answers when it has ended
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** A real n8n with the packed package. */
export class RealN8n {
	private constructor(
		readonly server: N8nServer,
		private readonly rest: N8nRest,
	) {}

	/** @param env in addition to this process's own */
	static async start(env: NodeJS.ProcessEnv = {}): Promise<RealN8n> {
		const server = new N8nServer({ env });
		await server.install();
		await server.start();
		const rest = new N8nRest(server.url, server.home);
		await rest.signIn();
		return new RealN8n(server, rest);
	}

	async credential(hub: HubAddress): Promise<Credential> {
		const data = credentialData(hub as Hub, tokenOf(hub));
		const name = `Hub ${randomUUID()}`;
		return await this.rest.createCredential({ name, type: credentialType, data });
	}

	/** Publishes a workflow: the steps one after another, unless `connections` says otherwise. */
	async publish(nodes: INode[], connections?: IConnections): Promise<void> {
		await this.rest.publish(await saveWorkflow(this.rest, nodes, connections, settings));
	}

	/**
	 * A flow over the items given to a run. What the step called 'Work' puts out is counted in the
	 * answer, so that a flow that does less is noticed.
	 */
	async flow(steps: INode[]): Promise<Run> {
		const path = randomUUID();
		await this.publish([webhook(path, 'lastNode'), items, ...steps, count]);
		return this.callOf(path);
	}

	/** A flow that takes `each` items at a time through the steps, one after another. */
	async loop(each: number, steps: INode[]): Promise<Run> {
		const path = randomUUID();
		const start = webhook(path, 'lastNode');
		const parameters = { batchSize: each, options: {} };
		const loop = nodeOf('Loop', 'splitInBatches', { typeVersion: 3, parameters });
		const done = nodeOf('Work', 'noOp');
		await this.publish([start, items, loop, ...steps, done, count], {
			...chained([start, items, loop]),
			...chained([...steps, loop]),
			Loop: { main: [...to('Work').main, ...to(steps[0]!.name).main] },
			...chained([done, count]),
		});
		return this.callOf(path);
	}

	private callOf(path: string): Run {
		return async (given = [{}]) =>
			await this.gauge(async () => {
				const { statusCode, body } = await request(`${this.server.url}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ items: given }),
					dispatcher: patient,
				});
				const text = await body.text();
				const answer = JSON.parse(text) as { count?: number };
				if (statusCode !== 200 || answer.count === undefined)
					throw new Error(`The flow answered ${statusCode}: ${text.slice(0, 500)}`);
				return answer.count;
			});
	}

	/** One run of something in the server's main process. */
	async gauge(work: () => Promise<number>): Promise<Sample> {
		const { pid } = this.server;
		const before = await pidusage(pid);
		const began = performance.now();
		const records = await work();
		const ms = performance.now() - began;
		const after = await pidusage(pid);
		return { ms, cpuMs: after.ctime - before.ctime, records };
	}
}

/** Where a flow starts. */
export const webhook = (
	path: string,
	responseMode: 'lastNode' | 'onReceived' | 'responseNode',
): INode =>
	nodeOf('Webhook', 'webhook', {
		typeVersion: 2,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'POST', path, responseMode, options: {} },
	});

/** Our action node. */
export const hubStep = (credential: Credential, parameters: INodeParameters): INode =>
	hubNode('marketplaceHub', parameters, credential, 'Work');

/** n8n's HTTP Request node with our credential. */
export const httpStep = (
	credential: Credential,
	parameters: INodeParameters,
	name = 'Work',
): INode => httpNode(credential, parameters, { name });

/** Our webhook trigger, which takes every notification, also of an order that it had before. */
export const triggerStep = (credential: Credential): INode => ({
	...hubNode('marketplaceHubTrigger', { settings: { duplicateWindow: 0 } }, credential, 'Trigger'),
	webhookId: randomUUID(),
});
