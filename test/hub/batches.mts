import { toDateTime } from './clock.mts';
import type { Context } from './context.mts';
import { carryOutItem } from './batchItems.mts';
import type { BatchItem, BatchNote, BatchRecord, StoredBatch } from './records.mts';

const retentionMs = 10 * 24 * 3_600_000;

/** Accepts a batch; its items are carried out as hub time passes. */
export function addBatch(
	context: Context,
	requestId: string,
	kind: { tipo: string; acao: string },
	items: BatchItem[],
): StoredBatch {
	const { state, clock } = context;
	const batch: StoredBatch = {
		batchId: state.next('batch', 5001),
		requestId,
		...kind,
		createdAt: clock.now(),
		duration: context.batchDuration,
		items,
		notes: [],
	};
	state.batches.set(batch.batchId, batch);
	state.openBatches.add(batch);
	return batch;
}

/**
 * Carries out every item that is due by now, in order of time. The first third of a batch's duration is waiting;
 * the items are spread over the rest, the last one at the end.
 */
export function processBatches(context: Context): void {
	const { state } = context;
	if (state.openBatches.size === 0) return;
	const now = context.clock.now();
	const due: { at: number; batch: StoredBatch; item: BatchItem }[] = [];
	for (const batch of state.openBatches) {
		for (let index = batch.notes.length; index < batch.items.length; index++) {
			const at =
				batch.createdAt + (batch.duration * (1 + (2 * (index + 1)) / batch.items.length)) / 3;
			if (at > now) break;
			due.push({ at, batch, item: batch.items[index] as BatchItem });
		}
	}
	due.sort((a, b) => a.at - b.at);
	for (const { at, batch, item } of due) {
		batch.notes.push({
			idLista: `L${batch.batchId}`,
			...carryOutItem(state, item),
			data: toDateTime(at),
		});
		if (batch.notes.length === batch.items.length) state.openBatches.delete(batch);
	}
}

/** The batch record, or undefined when it is unknown or older than 10 days. */
export function batchRecord(context: Context, batchId: number): BatchRecord | undefined {
	const batch = context.state.batches.get(batchId);
	const age = context.clock.now() - (batch?.createdAt ?? 0);
	if (!batch || age > retentionMs) return undefined;
	const done = batch.notes.length === batch.items.length;
	const begun = age < batch.duration / 3 ? 'aguardando' : 'processando';
	return {
		batchId,
		requestId: batch.requestId,
		data: toDateTime(batch.createdAt),
		tipo: batch.tipo,
		acao: batch.acao,
		status: done ? 'processado' : begun,
		contemErros: batch.notes.some(({ sucesso }) => !sucesso),
		observacoes: context.quirks.notesShuffled ? shuffled(batch.notes) : batch.notes,
	};
}

/** The last SKU's notes first; notes of one SKU stay in their order. */
function shuffled(notes: BatchNote[]): BatchNote[] {
	const groups = new Map<string, BatchNote[]>();
	for (const note of notes)
		groups.set(note.identificador, [...(groups.get(note.identificador) ?? []), note]);
	return [...groups.values()].reverse().flat();
}
