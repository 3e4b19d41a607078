import compact from 'lodash/compact';
import type { INodeProperties } from 'n8n-workflow';
import type { Channels } from '../../api/channels';
import type { EndpointName } from '../../api/endpoints';
import type { Hub } from '../../api/hub';
import type { EntryResult, FurtherResult, Row } from '../../api/rows/row';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import {
	defineOperation,
	type NodeContext,
	type Operation,
	type OperationContext,
} from '../operation';
import { checkRows, type EntryKind } from './checkRows';
import { inRowOrder, resultOfRow } from './report';

/**
 * Sends rows and notes on each its result.
 * @param all rows of the run, also rows that are not sent
 */
type Send<Name extends EndpointName> = (
	context: OperationContext<Name>,
	rows: Row[],
	all: readonly Row[],
) => Promise<FurtherResult[] | void>;

/** Gives a run the channels of its account, where an entry is about one. */
export interface OfChannels<Name extends EndpointName> {
	channelsOf?: (hub: Hub<Name>) => Channels;
}

interface Write<Name extends EndpointName> extends EntryKind, OfChannels<Name> {
	option: Operation['option'];
	properties: INodeProperties[];
	options?: INodeProperties[];
	endpoints: readonly Name[];
	output: Readonly<Record<string, RecordSchema>>;
	send: Send<Name>;
	/**
	 * Gives the function that makes the result of a row, or none where another result tells of the row; left
	 * out: `resultOfRow`.
	 */
	reporter?: (context: NodeContext) => (row: Row) => EntryResult | undefined;
}

/** An operation that sends the rows of all items: they are checked, sent and reported. */
export const defineWrite = <Name extends EndpointName>({
	option,
	properties,
	options,
	endpoints,
	output,
	...write
}: Write<Name>) =>
	defineOperation<Name>({
		option,
		properties,
		options,
		endpoints,
		// the first column of an item that failed
		output: { outcome: 'string', ...output },
		async perRun(context, itemIndexes) {
			const channels = write.channelsOf?.(context.hub);
			const rows = await checkRows(context, itemIndexes, write, channels);
			const toSend = rows.filter(({ failure }) => failure === undefined);
			const further = (await write.send(context, toSend, rows)) ?? [];
			const own = compact(rows.map(write.reporter?.(context) ?? resultOfRow));
			return inRowOrder([...own, ...further]);
		},
	});
