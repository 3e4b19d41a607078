import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { HubError } from './errors';
import { pageSize } from './pagination';
import type { Hub, RequestInput } from './hub';
import { anything, rowsOf } from './schemas/answers';
import { order } from './schemas/records';
import { readNumericId } from './values/identifiers';

/** Statuses accepted when acknowledging (reference: States and transitions). */
export const acknowledgeStatuses = [
	'novo',
	'pago',
	'faturado',
	'enviado',
	'entregue',
	'cancelado',
] as const;

export type AcknowledgeStatus = (typeof acknowledgeStatuses)[number];

/** The order's own status where the hub accepts it in an acknowledgement, else `fallback`. */
export function acknowledgeableStatus(
	status: unknown,
	fallback: AcknowledgeStatus = 'novo',
): AcknowledgeStatus {
	return acknowledgeStatuses.find((known) => known === status) ?? fallback;
}

/** Reads up to 100 waiting orders, full records (reference: Orders); the queue knows no offset. */
export async function readQueue(
	hub: Hub<'queueList'>,
	limit: number,
	status?: string,
): Promise<IDataObject[]> {
	return await hub.request(
		'queueList',
		{ query: { limit: Math.min(limit, pageSize), status } },
		rowsOf('pedidos', order),
	);
}

const largestIdInterno = BigInt('999999999999999999');

const acknowledgement = z.object({
	idInterno: z
		.string()
		.trim()
		.regex(/^\d{1,18}$/, 'a whole number from 1 to 999999999999999999')
		.transform((digits) => BigInt(digits))
		.refine(
			(value) => value >= 1 && value <= largestIdInterno,
			'a whole number from 1 to 999999999999999999',
		),
	status: z.enum(acknowledgeStatuses, { message: `one of ${acknowledgeStatuses.join(', ')}` }),
});

/**
 * Removes an order from the update queue, so that its later updates can come (reference: Events).
 * @param idInterno the order's number in the integrator's system, as text to keep all its digits
 * @param status the status the integrator imported
 * @throws HubError of kind `invalid` before sending; 404 when the order was not waiting
 */
export async function acknowledgeOrder(
	hub: Hub<'acknowledge'>,
	idPedido: string,
	{ idInterno, status }: { idInterno: string; status: string },
	limits: Pick<RequestInput, 'timeout' | 'signal'> = {},
): Promise<void> {
	const id = readNumericId('idPedido', idPedido);
	const body = acknowledgement.safeParse({ idInterno, status });
	if (!body.success) {
		const [issue] = body.error.issues;
		const field = String(issue?.path[0]);
		throw new HubError(
			'invalid',
			`\`${field}\` must be ${issue?.message}, got '${field === 'status' ? status : idInterno}'`,
		);
	}
	const path = { id };
	await hub
		.request('acknowledge', { ...limits, path, body: body.data }, anything)
		.catch((error: unknown) => {
			if (!(error instanceof HubError) || error.httpStatus !== 404) throw error;
			throw new HubError(
				'refused',
				`Order ${idPedido} was not waiting in the queue (404: ${error.error ?? ''})`,
				{
					...error,
					description: `It may have been acknowledged before, or the hub acknowledges by itself. ${error.description ?? ''}`,
				},
			);
		});
}
