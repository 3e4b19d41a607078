import {
	isToolType,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

/** Any of n8n's contexts that can send a request with a credential. */
export type HubContext =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions
	| IHookFunctions;

/** The execution's cancel signal, in the contexts that have one. */
export function cancelSignal(context: HubContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whether an agent runs the node: n8n then gives it the type of its tool form. */
export const isToolContext = (context: HubContext): boolean => isToolType(context.getNode().type);
