import { parse } from 'flatted';
import type { IDataObject } from 'n8n-workflow';

/** An execution as n8n's database has it. */
export interface StoredExecution {
	id: string;
	status: string;
	/** Of one that did not succeed, the message that n8n stored. */
	error?: string;
	/** The output items of each node, first output, first run; without those that n8n made up after a crash. */
	outputs: Record<string, IDataObject[]>;
	/** What waits to be run: of an execution that has not begun, the items of its trigger. */
	waiting: Record<string, IDataObject[]>;
}

/** The columns of one row of n8n's database, as JSON. */
export interface ExecutionRow {
	id: number | string;
	status: string;
	/** In the `flatted` format. */
	data: string | null;
}

interface Items {
	main?: Array<Array<{ json: IDataObject }> | null>;
}

interface StoredData {
	resultData?: {
		runData?: Record<string, Array<{ data?: Items }>>;
		error?: { message?: string };
	};
	executionData?: { nodeExecutionStack?: Array<{ node: { name: string }; data?: Items }> };
}

/** Reads the data of an execution; one without data, or deleted half-way, has no outputs. */
export function readExecution({ id, status, data }: ExecutionRow): StoredExecution {
	const run = data === null ? undefined : (parse(data) as StoredData | undefined);
	const outputs = Object.entries(run?.resultData?.runData ?? {})
		.map(([node, [first]]) => [node, itemsIn(first?.data)] as const)
		.filter(([, [item]]) => item?.isArtificialRecoveredEventItem !== true);
	const waiting = (run?.executionData?.nodeExecutionStack ?? []).map(
		(entry) => [entry.node.name, itemsIn(entry.data)] as const,
	);
	const error = run?.resultData?.error?.message;
	return {
		id: String(id),
		status,
		...(error !== undefined && { error }),
		outputs: Object.fromEntries(outputs),
		waiting: Object.fromEntries(waiting),
	};
}

const itemsIn = (data: Items | undefined) => (data?.main?.[0] ?? []).map(({ json }) => json);
