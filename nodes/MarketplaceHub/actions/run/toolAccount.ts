import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	ITaskDataConnections,
} from 'n8n-workflow';
import { credentialName } from '../../api/auth/account';
import { HubError } from '../../api/errors';
import { isRecord } from '../../api/values/objects';
import { isToolRun } from '../toolRun';

/** Where n8n's context of a run keeps the values that the expressions of a credential read. */
interface ReadByExpressions {
	connectionInputData: INodeExecutionData[];
	runExecutionData: IRunExecutionData;
}

/**
 * Refuses a tool run in which the model would choose the account: the credential has to resolve to the same as if
 * the model had given nothing. So it does not matter by which expression it reads the model.
 * @throws HubError of kind `credential` before anything is sent
 */
export async function assertAccountSetByHand(
	node: IExecuteFunctions,
	itemIndexes: readonly number[],
): Promise<void> {
	if (!isToolRun(node.getNode())) return;
	const blank = withoutModel(node);
	for (const itemIndex of itemIndexes)
		if (!isEqual(await accountFields(node, itemIndex), await accountFields(blank, itemIndex)))
			throw new HubError('credential', 'The account is left to the model, and nothing was sent', {
				description:
					'A field of the credential changes with what the model gave. In a tool, the expressions of a credential may read $vars, $secrets, and any node by its name other than the trigger that started the agent or the MCP server: not $json, $input, $items, $parameter or $fromAI.',
			});
}

/** n8n stores a new token whenever there is one; it says nothing about whose account it is. */
const tokenFields = ['accessToken', 'accessTokenIssuedAt', 'accessTokenAccount'];

/** The fields of the credential; undefined where they cannot be resolved. */
const accountFields = async (node: IExecuteFunctions, itemIndex: number) =>
	await node.getCredentials<ICredentialDataDecryptedObject>(credentialName, itemIndex).then(
		(credential) => omit(credential, tokenFields),
		() => undefined,
	);

/**
 * The same run with nothing in it that came from the model: not in its items, not in the input of tools that
 * the execution keeps, and not in the output of the trigger (the arguments of an MCP server, or of a
 * sub-workflow that another agent has called).
 */
function withoutModel(node: IExecuteFunctions): IExecuteFunctions {
	const { connectionInputData, runExecutionData } = node as IExecuteFunctions &
		Partial<ReadByExpressions>;
	const runData: unknown = runExecutionData?.resultData?.runData;
	if (!Array.isArray(connectionInputData) || runExecutionData === undefined || !isRecord(runData))
		throw new HubError(
			'credential',
			'This release of n8n does not show who chooses the account, and nothing was sent',
			{ description: 'Let an agent use the node in a release of n8n that Compatibility names.' },
		);
	const { resultData } = runExecutionData;
	const emptied = mapValues(resultData.runData, (runs) =>
		runs.map((run) => ({
			...run,
			inputOverride: run.inputOverride && withoutJson(run.inputOverride),
			// a trigger has no node before it
			data: run.data && run.source.length === 0 ? withoutJson(run.data) : run.data,
		})),
	);
	const changes: ReadByExpressions = {
		connectionInputData: connectionInputData.map(withoutItemJson),
		runExecutionData: { ...runExecutionData, resultData: { ...resultData, runData: emptied } },
	};
	return Object.assign(Object.create(node) as IExecuteFunctions, changes);
}

const withoutItemJson = ({ pairedItem }: INodeExecutionData): INodeExecutionData => ({
	json: {},
	pairedItem,
});

const withoutJson = (connections: ITaskDataConnections): ITaskDataConnections =>
	mapValues(connections, (outputs) => outputs.map((items) => items?.map(withoutItemJson) ?? null));
