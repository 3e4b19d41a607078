import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { HubError } from '../../api/errors';
import type { EntryResult } from '../../api/rows/row';
import { trimmed } from '../../api/values/blanks';
import { isRecord } from '../../api/values/objects';
import { listed } from '../../api/values/text';
import { defineOperation } from '../operation';
import type { Parameters } from '../form/parameters';

/** A step that the person who imports a workflow replaces: its name, and the nodes around it. */
interface Step {
	name: string;
	before: string;
	after: string;
}

/** n8n's node that does nothing; a step of this type is still the imported step, whatever its name. */
const placeholderType = 'n8n-nodes-base.noOp';

const nodeName = (displayName: string, name: string, placeholder: string, description: string) => ({
	displayName,
	name,
	type: 'string' as const,
	default: '',
	placeholder,
	description,
});

/** Tells which steps of its workflow are replaced, by its nodes and connections, which no expression can read. */
export const checkSteps = defineOperation({
	option: {
		name: 'Check Steps',
		value: 'checkSteps',
		action: 'Check steps of workflow',
		toolDescription:
			'Tell which steps of the workflow that this tool is part of are still placeholders. For the workflow itself, never to answer a question about the hub. Reads only; no request.',
		description:
			'See which steps of this workflow are still placeholders, before it relies on them',
	},
	properties: [
		{
			displayName: 'Steps',
			name: 'steps',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Step',
			default: {},
			required: true,
			description: 'The steps that have to be replaced, each by the nodes around it',
			options: [
				{
					displayName: 'Step',
					name: 'step',
					values: [
						nodeName('Name', 'name', 'e.g. Print', 'What the step does, for the output and hints'),
						nodeName(
							'Node Before',
							'before',
							'e.g. Once Reserved',
							'Name of the node that leads to the step',
						),
						nodeName(
							'Node After',
							'after',
							'e.g. Printed',
							'Name of the node that the step leads to. What stands between the two counts as replaced unless it is a No Operation, is deactivated, or the two are connected directly.',
						),
					],
				},
			],
		},
	],
	endpoints: [],
	output: { step: 'string', isReplaced: 'boolean', why: 'string', replacedBy: 'string' },
	async perRun(context, itemIndexes): Promise<EntryResult[]> {
		return stepsIn(context.parameters).map((step) => {
			const { why, replacedBy = '', advice } = judge(context.node, step);
			if (why !== '')
				context.hints.add('warning', `${step.name} is not replaced yet: ${why}. ${advice}`);
			const isReplaced = why === '';
			return { itemIndexes, json: { step: step.name, isReplaced, why, replacedBy } };
		});
	},
});

/** @throws HubError where no step is given, or one lacks a name */
function stepsIn(parameters: Parameters): Step[] {
	const { step } = parameters.object('steps', 0);
	const given = Array.isArray(step) ? step.filter(isRecord) : [];
	const steps = given.map(({ name, before, after }): Step => {
		const [named, from, to] = [name, before, after].map((text) => trimmed(String(text ?? '')));
		return { name: named ?? '', before: from ?? '', after: to ?? '' };
	});
	if (steps.length > 0 && steps.every((one) => one.name && one.before && one.after)) return steps;
	throw new HubError('invalid', 'A step of Steps (`steps`) lacks its Name or a node', {
		description: 'Give each step a Name, the node before it and the node after it.',
	});
}

/** The reason why a step is not replaced, with advice, or the nodes that replace it. */
function judge(
	node: IExecuteFunctions,
	{ before, after }: Step,
): { why: string; advice?: string; replacedBy?: string } {
	const first = firstBetween(node, before, after);
	const instead = `Put a node of yours between ${quoted(before)} and ${quoted(after)}`;
	if (first === 'direct')
		return {
			why: `${quoted(before)} leads to ${quoted(after)} directly`,
			advice: `${instead}, and delete the direct connection.`,
		};
	const idle = first.find(({ type, disabled }) => disabled || type === placeholderType);
	if (idle !== undefined) {
		const others = first.filter((one) => one !== idle).map(({ name }) => quoted(name));
		return {
			why: `${quoted(idle.name)} ${idle.disabled ? 'is deactivated' : 'does nothing'}`,
			advice:
				others.length > 0
					? `Delete it: beside ${listed(others)} it leads on by itself.`
					: `${instead}, in its place.`,
		};
	}
	if (first.length > 0) return { why: '', replacedBy: first.map(({ name }) => name).join(', ') };
	return {
		why: `${quoted(before)} does not lead to ${quoted(after)}`,
		advice: `${instead}, connect all three, and write their names in Steps (\`steps\`). Execute the whole workflow: a run up to this node does not see the nodes after it.`,
	};
}

const quoted = (name: string): string => `'${name}'`;

/**
 * The nodes that one node leads to and that lead to another one, over however many steps: none if there are none,
 * 'direct' where a connection passes them by.
 */
function firstBetween(
	node: IExecuteFunctions,
	before: string,
	after: string,
): 'direct' | NodeTypeAndVersion[] {
	const first: NodeTypeAndVersion[] = [];
	const seen = new Set<string>();
	const left = [after];
	for (let name = left.pop(); name !== undefined; name = left.pop()) {
		for (const parent of node.getParentNodes(name, { depth: 1 })) {
			if (parent.name === before && name === after) return 'direct';
			if (parent.name === before || seen.has(parent.name)) continue;
			seen.add(parent.name);
			left.push(parent.name);
			const own = node.getParentNodes(parent.name, { depth: 1 });
			if (own.some((one) => one.name === before)) first.push(parent);
		}
	}
	return first;
}
