import compact from 'lodash/compact';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { comparableDate, hubDate } from '../../../api/values/hubDates';
import { amount } from '../../../api/values/amounts';
import { readMoment, typedTime } from '../../../shared/typedValues';
import type { NodeContext } from '../../operation';
import { periodProperty } from './properties';

/** The period, as dates of the hub in the workflow's zone; the list is read `from` an earlier date. */
export interface Period {
	zone: string;
	after: string;
	from: string;
	inWords: string;
}

/** Reads the period and its lookback. */
export function readPeriod({ parameters }: NodeContext): Period {
	const zone = parameters.timezone;
	const readDays = (name: string, label: string) =>
		typedTime(name, parameters.value(name, 0), `It is set under ${label}.`);
	const isSince = parameters.choice(periodProperty, 0) === 'issuedAfter';
	const days = isSince ? 0 : readDays('days', 'Days');
	const start = isSince
		? readMoment('issuedAfter', parameters.value('issuedAfter', 0), zone)
		: DateTime.now().minus({ hours: 24 * days });
	const after = start.setZone(zone);
	return {
		zone,
		after: hubDate(after),
		from: hubDate(after.minus({ hours: 24 * readDays('lookback', 'Lookback (Days)') })),
		inWords: isSince ? `since ${hubDate(after)}` : `of ${amount(days, 'day')}`,
	};
}

/** Whether an order was issued or reached the hub in the period, or may have been, since neither date is one. */
export function isOfPeriod(
	{ dataEmissao, dataIntegracao }: IDataObject,
	{ after, zone }: Period,
): boolean {
	const dates = compact([dataEmissao, dataIntegracao].map((date) => comparableDate(date, zone)));
	return dates.length === 0 || dates.some((date) => date >= after);
}
