import type {
	INodeCredentialTestResult,
	IWorkflowExecuteAdditionalData,
	INodeTypes,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { MemoryCredentials } from './credentials.mts';
import { core, wf } from './engine.mts';
import { createWorkflow } from './execution.mts';
import { stubNodeType } from './nodeTypes.mts';

interface RequestFailure {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/**
 * The 'Test' button of the credential form: runs the credential's declarative `test` request and
 * words the outcome as n8n's CredentialsTester does; rules for answers are left out.
 */
export async function runCredentialTest(
	credentials: MemoryCredentials,
	nodeTypes: INodeTypes,
	additionalData: (
		mode: WorkflowExecuteMode,
		extra: Partial<IWorkflowExecuteAdditionalData>,
	) => IWorkflowExecuteAdditionalData,
	id: string,
): Promise<INodeCredentialTestResult> {
	const { name, type } = credentials.get(id);
	const { test } = credentials.typeOf(type);
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };

	const probe = stubNodeType(
		'n8n-nodes-base.noOp',
		{
			credentials: [{ name: type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
		{},
	);
	const workflow = createWorkflow({ ...nodeTypes, getByNameAndVersion: () => probe }, [
		{
			name: 'Temp-Node',
			type: probe.description.name,
			credentials: { [type]: { id, name } },
		},
	]);
	const node = workflow.getNode('Temp-Node')!;
	const additional = additionalData('internal', { currentNodeParameters: node.parameters });
	const data = await credentials.getDecrypted(additional, { id, name }, type, 'internal');
	const context = new core.ExecuteContext(
		workflow,
		node,
		additional,
		'internal',
		wf.createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		await new core.RoutingNode(context, probe, { id, name, type, data }).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { cause, message } = error as RequestFailure;
		const { response } = cause ?? {};
		if (response === undefined) return { status: 'Error', message: cause?.code ?? message };
		const received = `Received HTTP status code: ${response.status}`;
		return { status: 'Error', message: response.statusText || received };
	}
}
