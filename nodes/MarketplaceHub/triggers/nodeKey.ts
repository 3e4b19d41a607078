import type { FunctionsBase } from 'n8n-workflow';

/** Tells one trigger node from all others of this n8n. */
export function nodeKeyOf(context: FunctionsBase): string {
	return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
}
