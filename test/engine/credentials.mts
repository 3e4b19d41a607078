import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, wf } from './engine.mts';
import { createWorkflow } from './execution.mts';

/** A credential as it lies in n8n's database, in clear. */
export interface StoredCredential {
	id: string;
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

const expressionHost: INode = {
	id: 'mock',
	name: 'mock',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * n8n's credentials helper over a map instead of a database: defaults, expressions, `authenticate`,
 * and `preAuthentication` under the conditions of n8n 2.40 (empty token, 401, or a credential test),
 * with the result written back. Encryption, sharing, external secrets, types that
 * extend others and `authenticate` as data are left out.
 */
export class MemoryCredentials extends wf.ICredentialsHelper {
	constructor(
		private readonly types: Map<string, ICredentialType>,
		private readonly stored: Map<string, StoredCredential>,
		private readonly nodeTypes: INodeTypes,
	) {
		super();
	}

	/** What is stored for this id right now; a test may change it between two runs. */
	get(id: string): StoredCredential {
		const credential = this.stored.get(id);
		if (!credential) throw new Error(`No credential is stored with ID "${id}"`);
		return credential;
	}

	typeOf(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new Error(`Unknown credential type "${name}"`);
		return type;
	}

	getParentTypes(): string[] {
		return [];
	}

	/** Asked by n8n-core from 2.40 on. */
	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(name: string): INodeProperties[] {
		return this.typeOf(name).properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.typeOf(typeName);
		return typeof authenticate === 'function' ? await authenticate(credentials, options) : options;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(typeName);
		const token = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		)?.name;
		if (token === undefined || !type.preAuthentication) return undefined;
		const isCredentialTest = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[token] !== '' && !credentialsExpired && !isCredentialTest) return undefined;

		const output = (await type.preAuthentication.call(
			helpers,
			credentials,
		)) as ICredentialDataDecryptedObject;
		const reference = node.credentials?.[typeName];
		if (output[token] === undefined || !reference) return undefined;

		const saved = this.entity(reference, typeName).data;
		const changed = Object.entries(output).filter(
			([key]) => key === token || !wf.isExpression(saved[key]),
		);
		await this.updateCredentials(reference, typeName, { ...saved, ...Object.fromEntries(changed) });
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const output = await this.typeOf(typeName).preAuthentication?.call(helpers, credentials);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('n8n-core itself never asks for the encrypted credential');
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		reference: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = structuredClone(this.entity(reference, type).data);
		if (raw) return data;
		const complete = wf.NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as INodeParameters;
		const keys = core.getAdditionalKeys(additionalData, mode, null, { secretsEnabled: true });
		const resolved = values
			? values.workflow.expression.getParameterValue(
					complete,
					values.runExecutionData,
					values.runIndex,
					values.itemIndex,
					values.node.name,
					values.connectionInputData,
					mode,
					keys,
					executeData,
					false,
					complete,
				)
			: createWorkflow(this.nodeTypes, [expressionHost]).expression.getComplexParameterValue(
					expressionHost,
					complete,
					mode,
					keys,
					undefined,
					undefined,
					complete,
				);
		return resolved as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		reference: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.entity(reference, type).data = structuredClone(data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('OAuth credentials are not part of this engine');
	}

	private entity(reference: INodeCredentialsDetails, type: string): StoredCredential {
		const credential = reference.id ? this.stored.get(reference.id) : undefined;
		if (credential?.type !== type) {
			throw new Error(`Credential with ID "${reference.id}" does not exist for type "${type}".`);
		}
		return credential;
	}
}
