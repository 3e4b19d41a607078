import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { connectHub } from '../../api/hub';
import { nodeKeyOf } from '../../api/state/accountState';
import { logWhyItStays, takeOutOfQueue } from './acknowledge';
import { knownAddress } from './address';

const carriedOrder = z.object({
	idPedido: z.string(),
	/** Of the order's content. */
	fingerprint: z.string(),
	/** Acknowledgement that the execution sends; left out where it sends none. */
	due: z.object({ idInterno: z.string(), status: z.string().optional() }).optional(),
});

/** The order that an item carries beside its `json` until the execution begins. */
export type CarriedOrder = z.infer<typeof carriedOrder>;

/**
 * The trigger's turn in an execution that n8n has stored: the orders are acknowledged meanwhile.
 * @returns the items as the workflow gets them
 */
export function beginExecution(context: IExecuteFunctions): INodeExecutionData[] {
	const warning = knownAddress(context.getNode());
	if (warning !== undefined)
		context.addExecutionHints({ type: 'warning', location: 'outputPane', message: warning });
	return context.getInputData().map(({ carried, ...item }) => {
		const order = carriedOrder.safeParse(carried);
		if (order.success) void beginOrder(context, order.data);
		return item;
	});
}

/** Notes that n8n has stored an order's execution, and acknowledges the order where that is due. Never rejects. */
async function beginOrder(
	context: IExecuteFunctions,
	{ idPedido, fingerprint, due }: CarriedOrder,
): Promise<void> {
	try {
		const { state } = await connectHub(context).account();
		state.webhookTrigger(nodeKeyOf(context)).emitted.noteBegun(idPedido, fingerprint);
		if (due !== undefined) await takeOutOfQueue(context, state, { idPedido, fingerprint, due });
	} catch (error) {
		logWhyItStays(context, idPedido, error);
	}
}
