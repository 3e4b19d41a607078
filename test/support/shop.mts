import { createRequire } from 'node:module';
import type { IDataObject, INodeParameters, IRun, Workflow } from 'n8n-workflow';
import { passTime } from './passTime.mts';
import type { Setup } from './setup.mts';
import { failedRun, idsOf, pollOnce, triggerWorkflow } from './triggers.mts';

const minute = 60_000;
const { accounts } = createRequire(import.meta.url)(
	'../../dist/nodes/MarketplaceHub/api/state/accountState.js',
) as { accounts: { clear: () => void } };

/**
 * A shop whose workflow stores each order in an ERP and, where that is its part, acknowledges those
 * of an execution as its last step. n8n polls once a minute.
 */
export class Shop {
	/** What the ERP has stored, one entry each time. */
	stored: number[] = [];
	executions: Array<{ ids: number[]; items: IDataObject[]; failed: boolean }> = [];
	/** Failed executions that the trigger itself has reported. */
	reports: Error[] = [];
	/** An execution fails at the first order that the ERP refuses; those before it are stored. */
	refuses = (_idPedido: number) => false;
	workflow: Workflow;

	constructor(
		private readonly current: Setup,
		private readonly parameters: INodeParameters,
	) {
		this.workflow = this.publish();
	}
	private publish(staticData?: IDataObject) {
		return triggerWorkflow(
			this.current.n8n,
			'marketplaceHubQueueTrigger',
			this.parameters,
			staticData,
		);
	}
	/** Publishes the workflow anew: n8n reads the static data that it stored last. */
	publishAgain(stored: IDataObject) {
		const { id } = this.workflow;
		const { id: nodeId } = this.workflow.getNode('Trigger')!;
		this.workflow = this.publish(stored);
		this.workflow.id = id;
		this.workflow.getNode('Trigger')!.id = nodeId;
	}
	/** n8n is killed and starts again. */
	restart(stored: IDataObject) {
		accounts.clear();
		this.publishAgain(stored);
	}
	/** Polls once; what n8n stores of the static data as the execution begins. */
	async storedAtEmission(settle: (end: (run?: IRun) => void) => void) {
		let stored: IDataObject = {};
		await pollOnce(this.current.n8n, this.workflow, (end) => {
			stored = JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
			settle(end);
		});
		return stored;
	}
	async poll() {
		const { hub, n8n } = this.current;
		await pollOnce(
			n8n,
			this.workflow,
			(settle, items) => {
				const ids = idsOf([items]);
				const end = ids.findIndex(this.refuses);
				const failed = end >= 0;
				this.stored.push(...(failed ? ids.slice(0, end) : ids));
				this.executions.push({ ids, items, failed });
				if (!failed && 'acknowledgement' in this.parameters)
					ids.forEach((id) => hub.state.queue.delete(id));
				settle(failed ? failedRun() : undefined);
			},
			'trigger',
			this.reports,
		);
	}
	async pollFor(minutes: number, every = 1) {
		for (let i = 0; i < minutes; i += every) {
			passTime(every * minute);
			await this.poll();
		}
	}
	tries = (id: number) => this.executions.filter(({ ids }) => ids.includes(id));
}
