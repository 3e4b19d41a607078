import { parse } from 'flatted';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IRunData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { RestError, RestSession } from './restSession.mts';
import { waitFor } from './wait.mts';

/** The owner of the n8n that tests start in folders they delete; the demo's has a password of its own. */
export const owner = {
	email: 'owner@example.com',
	password: 'Passw0rd-local',
	firstName: 'Demo',
	lastName: 'Owner',
} as const;

const UNFINISHED = ['new', 'running', 'waiting'];

export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface Workflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	active: boolean;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** A finished (or still running) execution, read back from n8n's database. */
export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	error?: {
		name: string;
		message: string;
		description?: string;
		httpCode?: string;
		messages?: string[];
	};
	runData: IRunData;
	/** The execution exactly as n8n stores and sends it, to search it for what must not be there. */
	raw: string;
}

type ListedExecution = Pick<Execution, 'id' | 'status' | 'mode'>;

type Status = 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';

interface PublicationStatus {
	status: Status;
	triggers?: Array<{ nodeId: string; status: string; errorMessage?: string }>;
}

/** The trigger that the editor's button takes: the manual one, else the schedule. */
function startByHand({ name, nodes }: WorkflowDefinition): string {
	const ofType = (type: string) => nodes.find((node) => node.type === `n8n-nodes-base.${type}`);
	const trigger = ofType('manualTrigger') ?? ofType('scheduleTrigger');
	if (!trigger) throw new Error(`${name} has no trigger that starts by hand`);
	return trigger.name;
}

/** What the editor does, without a browser: one signed-in user of an n8n server. */
export class N8nRest extends RestSession {
	/** @param home where its database is, to read executions completely */
	constructor(
		url: string,
		readonly home = '',
	) {
		super(url);
	}

	/** Creates the owner account of a fresh server, or signs in when it already exists. */
	async signIn(password: string = owner.password): Promise<void> {
		try {
			await this.request('POST', '/rest/owner/setup', { ...owner, password });
		} catch (error) {
			if (!(error instanceof RestError) || error.status !== 400) throw error;
			const login = { emailOrLdapLoginId: owner.email, password };
			await this.request('POST', '/rest/login', login);
		}
	}

	async nodeTypes(): Promise<
		Array<{ name: string; displayName: string; version: number | number[] }>
	> {
		return await this.request('GET', '/types/nodes.json');
	}

	/** A key of n8n's own API that may do all and does not expire. */
	async createApiKey(label: string): Promise<string> {
		const scopes = await this.request<string[]>('GET', '/rest/api-keys/scopes');
		const asked = { label, scopes, expiresAt: null };
		return (await this.request<{ rawApiKey: string }>('POST', '/rest/api-keys', asked)).rawApiKey;
	}

	async createCredential(credential: Omit<Credential, 'id'>): Promise<Credential> {
		const { id } = await this.request<{ id: string }>('POST', '/rest/credentials', credential);
		return { ...credential, id };
	}

	/** The credential's data as its dialog shows it: secrets are blanked, expressions are not. */
	async storedCredential({ id }: Pick<Credential, 'id'>): Promise<IDataObject> {
		const path = `/rest/credentials/${id}?includeData=true`;
		return (await this.request<{ data: IDataObject }>('GET', path)).data;
	}

	async updateCredential({ id, ...credential }: Credential): Promise<void> {
		await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	/** What the 'Test' button says. */
	async testCredential(
		credentials: Credential,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/rest/credentials/test', { credentials });
	}

	async createWorkflow({ settings, ...workflow }: WorkflowDefinition): Promise<Workflow> {
		const complete = { ...workflow, settings: { executionOrder: 'v1', ...settings } };
		return await this.request('POST', '/rest/workflows', complete);
	}

	/** Publishes a workflow and waits until its triggers are live; rejects with the trigger's message if one fails. */
	async publish({ id, versionId }: Workflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
		const ends = ['published', 'partial', 'failed'] as const;
		const { status, triggers } = await this.#settledPublication(id, ends);
		if (status === 'published') return;
		const reasons = triggers?.map(({ errorMessage }) => errorMessage).filter(Boolean) ?? [];
		throw new Error(`The workflow is ${status}. ${reasons.join(' ')}`);
	}

	async unpublish({ id }: Pick<Workflow, 'id'>): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.#settledPublication(id, ['not_published']);
	}

	async deleteWorkflow(workflow: Pick<Workflow, 'id'>): Promise<void> {
		await this.unpublish(workflow);
		await this.request('POST', `/rest/workflows/${workflow.id}/archive`, {});
		await this.request('DELETE', `/rest/workflows/${workflow.id}`);
	}

	/** 'Execute workflow', from the given trigger if there is one; resolves when the execution has ended. */
	async run(workflow: Workflow, trigger = startByHand(workflow)): Promise<Execution> {
		const { executionId } = await this.startRun(workflow, trigger);
		if (executionId === undefined)
			throw new Error(`The trigger "${trigger}" waits for a test event`);
		return await this.finishedExecution(executionId);
	}

	/** 'Execute workflow' without waiting; a webhook trigger answers with `waitingForWebhook`. */
	async startRun(
		workflow: Workflow,
		trigger = startByHand(workflow),
	): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
		return await this.request('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
	}

	/** What the 'Stop' button of an execution does. */
	async stop({ id }: Pick<Execution, 'id'>): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`, {});
	}

	/** The executions of a workflow, newest first. */
	async executions({ id }: Pick<Workflow, 'id'>): Promise<ListedExecution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const path = `/rest/executions?filter=${filter}&limit=100`;
		const { results } = await this.request<{ results: ListedExecution[] }>('GET', path);
		// n8n lists an execution twice that ends between its two queries, for running and for ended ones
		return [...new Map(results.map((execution) => [execution.id, execution])).values()];
	}

	async execution(id: string): Promise<Execution> {
		const raw = await this.text('GET', `/rest/executions/${id}`);
		const { data, ...execution } = (JSON.parse(raw) as { data: Execution & { data: string } }).data;
		const run = parse(data) as { resultData: Pick<Execution, 'error' | 'runData'> } | undefined;
		return { ...execution, runData: {}, ...run?.resultData, raw };
	}

	async finishedExecution(id: string, timeout = 60_000): Promise<Execution> {
		const finished = async () => {
			const execution = await this.execution(id);
			return !UNFINISHED.includes(execution.status) && execution;
		};
		return await waitFor(finished, { what: `execution ${id} to end`, timeout });
	}

	/** The executions, newest first, once there are `count` at least and all of them have ended. */
	async finishedExecutions(
		workflow: Pick<Workflow, 'id'>,
		count = 1,
		timeout = 60_000,
	): Promise<Execution[]> {
		const ended = async () => {
			const all = await this.executions(workflow);
			return all.length >= count && all.every(({ status }) => !UNFINISHED.includes(status)) && all;
		};
		const all = await waitFor(ended, { what: `${count} finished executions`, timeout });
		return await Promise.all(all.map(({ id }) => this.execution(id)));
	}

	/**
	 * How a publication has ended; n8n before 2.40 has ended it with its answer, and knows no status.
	 * n8n reads what is under way and what is live by two queries at once: a publication that ends
	 * between them looks as if nobody had asked for it, hence the statuses that are an end.
	 */
	async #settledPublication(
		id: string,
		ends: readonly [Status, ...Status[]],
	): Promise<PublicationStatus> {
		const path = `/rest/workflows/${id}/publication-status`;
		const settled = async () => {
			const publication = await this.request<PublicationStatus>('GET', path).catch(
				(error: unknown): PublicationStatus => {
					if ((error as RestError).status === 404) return { status: ends[0] };
					throw error;
				},
			);
			return ends.includes(publication.status) && publication;
		};
		const what = `the publication to be ${ends.join(' or ')}`;
		return await waitFor(settled, { what, timeout: 60_000 });
	}
}

/** The address of our webhook node, once it is published. */
export function webhookUrl(server: string, { webhookId }: Pick<INode, 'webhookId'>): string {
	return `${server}/webhook/${webhookId}/webhook`;
}

/** The output items of a node, first output, first run. */
export function outputOf({ runData }: Execution, node: string): Array<Record<string, unknown>> {
	return (runData[node]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
}
