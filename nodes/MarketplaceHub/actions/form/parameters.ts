import get from 'lodash/get';
import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { HubError } from '../../api/errors';
import { zoneOfHub } from '../../api/values/hubDates';
import { isRecord } from '../../api/values/objects';
import { assertGiven, isExpression } from '../../shared/assertGiven';
import { toInvalid } from '../../shared/nodeErrors';
import { labelled } from '../../shared/parameterLabels';
import {
	assertWhole,
	offeredOrDefault,
	offeredValue,
	typedNumber,
	typedSwitch,
} from '../../shared/typedValues';
import { isToolRun, mostForAgent } from '../toolRun';

/** Reads node parameters in the type an operation needs. */
export class Parameters {
	/** Whether an agent runs the node. */
	readonly isToolRun: boolean;
	/** As they are stored, expressions as their text. */
	private readonly stored: INodeParameters;
	/** Values that no expression gives: all items have them, and n8n takes its time to find one. */
	private readonly fixed = new Map<string, unknown>();

	constructor(private readonly node: IExecuteFunctions) {
		const own = node.getNode();
		this.isToolRun = isToolRun(own);
		this.stored = own.parameters;
	}

	/**
	 * The time zone of dates that name none: the workflow's. Where n8n's own agents run the node there is no
	 * workflow, and n8n would take its server's instead of the sellers'.
	 */
	get timezone(): string {
		const hasNoWorkflow = this.isToolRun && this.node.getWorkflow().id === undefined;
		return hasNoWorkflow ? zoneOfHub : this.node.getTimezone();
	}

	/** The fields of an input item. */
	inputJson(itemIndex: number): IDataObject {
		return this.node.getInputData()[itemIndex]?.json ?? {};
	}

	/** The raw value; for a resource locator the picked or typed identifier. */
	value(name: string, itemIndex: number): unknown {
		return this.read(name, itemIndex, undefined, { extractValue: true });
	}

	/** The raw value of a parameter that is no resource locator; `otherwise` where the form hides it. */
	valueOr(name: string, itemIndex: number, otherwise: unknown): unknown {
		return this.read(name, itemIndex, otherwise);
	}

	/** The value of an option of the run; undefined where nobody has added the option. */
	option(name: string): unknown {
		return this.object('options', 0)[name];
	}

	/** Whether an expression gives an option, which then may give nothing. */
	isExpressionOption(name: string): boolean {
		return isExpression(get(this.stored, ['options', name]));
	}

	private read(
		name: string,
		itemIndex: number,
		otherwise: unknown,
		options?: IGetNodeParameterOptions,
	): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		const stored = this.stored[name];
		try {
			const value: unknown = this.node.getNodeParameter(name, itemIndex, otherwise, options);
			const isPlain = typeof stored === 'boolean' || typeof stored === 'string';
			if (isPlain && !isExpression(stored)) this.fixed.set(name, value);
			return value;
		} catch (error) {
			throw toInvalid(error);
		}
	}

	/** Text; a number from an expression counts as text, as long as it has all its digits, and so has text. */
	text(name: string, itemIndex: number): string {
		const value = this.value(name, itemIndex) ?? '';
		assertWhole(name, value);
		if (typeof value === 'string') return value;
		if (typeof value === 'number' || typeof value === 'bigint') return String(value);
		throw new HubError('invalid', `${labelled(name)} must be text, got ${JSON.stringify(value)}`, {
			description: 'Let its expression give text or a number, not a list or an object.',
		});
	}

	/** A number of things; text that holds one counts. */
	number(name: string, itemIndex: number): number {
		return typedNumber(name, this.value(name, itemIndex), { counts: 'pieces' });
	}

	/** Whether a switch is on; of an expression, the texts `true` and `false` count. */
	flag(name: string, itemIndex: number, otherwise?: boolean): boolean {
		return typedSwitch(name, this.valueOr(name, itemIndex, otherwise));
	}

	/** Whether a switch under Options is on; off where nobody has added it. */
	flagOption(name: string): boolean {
		return typedSwitch(name, this.option(name) ?? false);
	}

	/** The chosen value of a parameter with options. */
	choice(property: INodeProperties, itemIndex: number): string {
		return offeredValue(property, this.value(property.name, itemIndex));
	}

	/** The chosen value of an option with options; its default where it is not set. */
	choiceOption(property: INodeProperties): string {
		return offeredOrDefault(property, this.option(property.name));
	}

	/** A collection, or an object that an expression gives. */
	object(name: string, itemIndex: number): IDataObject {
		const value = this.value(name, itemIndex);
		return isRecord(value) ? value : {};
	}

	/** The value of a filter; a filter that an expression leaves empty is refused. */
	given(filter: INodeProperties, itemIndex: number): unknown {
		const chosen = this.value(filter.name, itemIndex);
		assertGiven(this.node.getNode(), filter, chosen);
		return chosen;
	}

	/** The same for a collection of filters. */
	filters(filters: INodeProperties, itemIndex: number): IDataObject {
		const chosen = this.given(filters, itemIndex);
		return isRecord(chosen) ? chosen : {};
	}

	/** How many records to read by `Return All` and `Limit`; undefined for all, which no agent gets. */
	limit(itemIndex: number): number | undefined {
		const most = this.isToolRun ? mostForAgent : Infinity;
		if (this.flag('returnAll', itemIndex, false)) return most === Infinity ? undefined : most;
		const limit = this.number('limit', itemIndex);
		if (Number.isInteger(limit) && limit >= 1) return Math.min(limit, most);
		throw new HubError('invalid', `Limit (\`limit\`) must be a whole number from 1, got ${limit}`, {
			description: 'Enter a whole number such as 50, or switch on Return All.',
		});
	}
}
