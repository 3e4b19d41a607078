import groupBy from 'lodash/groupBy.js';
import type { Context, HandlerRequest } from './context.mts';

/** Applied URL filters (everything but offset and limit). */
function filters(request: HandlerRequest): Record<string, string> {
	const { offset: _offset, limit: _limit, ...rest } = request.query;
	return rest;
}

/**
 * One page of `records` and the pagination envelope. `offset` counts records (pages with the quirk stepInPages).
 */
export function page<T>(
	context: Context,
	request: HandlerRequest,
	records: T[],
): { records: T[]; info: object } {
	const offset = Number(request.query.offset);
	const limit = Number(request.query.limit);
	const { stepInPages, firstPageOnly, statedTotal } = context.quirks;
	const inRecords = stepInPages ? offset * limit : offset;
	const start = firstPageOnly ? 0 : inRecords;
	const step = stepInPages ? 1 : limit;
	const shown = records.slice(start, start + limit);
	const applied = filters(request);
	const address = (at: number): string => {
		const query = new URLSearchParams({ offset: String(at), limit: String(limit), ...applied });
		return `${context.url}${request.path}?${query.toString()}`;
	};
	return {
		records: shown,
		info: {
			filtros: applied,
			prev: offset > 0 ? address(Math.max(0, offset - step)) : '',
			self: address(offset),
			next: start + limit < records.length ? address(offset + step) : '',
			offset,
			limit,
			exibindo: shown.length,
			total: statedTotal ?? records.length,
		},
	};
}

/** The queue's shorter envelope: the first `limit` records. */
export function queuePage<T>(
	request: HandlerRequest,
	records: T[],
): { records: T[]; info: object } {
	const limit = Number(request.query.limit);
	const shown = records.slice(0, limit);
	return {
		records: shown,
		info: { filtros: filters(request), limit, exibindo: shown.length, total: records.length },
	};
}

/** A filter of several values joined with `|`; undefined when it was not sent. */
export function several(value: string | undefined): Set<string> | undefined {
	return value === undefined ? undefined : new Set(value.split('|'));
}

/** Entries grouped by the name of their channel, as the grouped lists show them. */
export function byChannelName<T extends { idCanalIntegracao: number }>(
	context: Context,
	entries: T[],
): Record<string, T[]> {
	const { channels } = context.state;
	return groupBy(entries, ({ idCanalIntegracao: id }) => channels.get(id)?.nome ?? id);
}
