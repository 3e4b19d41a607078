import type {
	IDataObject,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core } from './engine.mts';

export type Extra = Partial<Record<keyof IWorkflowExecuteAdditionalData, unknown>>;

/** What n8n's server gives an execution; sub-workflows and task runners are not among it. */
export function engineSurroundings(mode: WorkflowExecuteMode): Extra {
	const base = 'http://localhost:5678';
	const workflowData = {
		id: 'workflow1',
		name: 'Test',
		nodes: [],
		connections: {},
		active: false,
		isArchived: false,
	};
	const unavailable = (what: string) => async () => {
		throw new Error(`${what} are not part of this engine`);
	};
	return {
		hooks: new core.ExecutionLifecycleHooks(mode, 'execution1', workflowData as never),
		executionId: 'execution1',
		workflowId: workflowData.id,
		userId: 'user1',
		currentNodeExecutionIndex: 0,
		instanceBaseUrl: `${base}/`,
		restApiUrl: `${base}/rest`,
		webhookBaseUrl: `${base}/webhook`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		getRunExecutionData: async () => undefined,
		executeWorkflow: unavailable('sub-workflows'),
		startRunnerTask: unavailable('task runners'),
	} as Extra;
}

/** n8n's view of external secrets, with one provider named `vault`. */
export const vaultOf = (secrets: IDataObject) => ({
	hasProvider: (provider: string) => provider === 'vault',
	hasSecret: (_provider: string, name: string) => Object.hasOwn(secrets, name),
	getSecret: (_provider: string, name: string) => secrets[name],
	listProviders: () => ['vault'],
	listSecrets: () => Object.keys(secrets),
});
