import mapValues from 'lodash/mapValues';
import type { EndpointName } from '../../api/endpoints';
import type { RecordSchema } from '../../api/schemas/reads/recordSchema';
import { timeLimitOf } from '../form/timeLimit';
import { defineOperation } from '../operation';
import { errorOfRun } from './report/errorOfRun';
import type { Sync } from './kind';
import { runSync } from './runSync';
import { syncOptions, syncProperties } from './settings';

/** An operation that makes the hub agree with a list (`runSync`). */
export function defineSync<Name extends EndpointName>(sync: Sync<Name>) {
	const { shape, identity, comparedFields, endpoints, sendingOptions = [] } = sync;
	const values = sync.values ?? mapValues(comparedFields, () => 'number' as const);
	return defineOperation<Name>({
		option: {
			name: 'Sync',
			value: 'sync',
			action: sync.action,
			toolDescription: sync.toolDescription,
			description: `${sync.description}, within guards`,
		},
		properties: syncProperties(sync, sync.properties),
		options: [...syncOptions(sync), ...sendingOptions],
		endpoints,
		output: {
			...{ sku: 'string', status: 'string', why: 'string', change: 'string' },
			...mapValues(identity, (field) => shape.fields[field]?.type as RecordSchema),
			before: values,
			after: values,
			...sync.output,
		},
		summarize: errorOfRun,
		async perRun(context, itemIndexes) {
			// a dry run refuses the rows that the run would refuse
			timeLimitOf(context.parameters);
			return await runSync(context, itemIndexes, sync);
		},
	});
}
