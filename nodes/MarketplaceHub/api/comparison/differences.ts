import isEmpty from 'lodash/isEmpty';
import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import { usualOf } from '../schemas/writes/prices';
import { areSame, type Comparable, noValues, type Records, recordsIn } from './comparable';

/*
 * In which values the hub and the list differ. Ways of writing are none of it: `toComparable` has put the list's own
 * value in the place of each that means the same.
 */

/**
 * The wanted values that the hub does not have. Of a list whose records are matched, only the
 * records with such values are returned, each with only these values.
 *
 * A media price that equals the usual price may never have been set, and may then follow the usual
 * one. E.g. the hub has 10 for both, and the input wants 12 as usual price and 10 for media. So
 * both are sent, although the media price does not differ.
 * @param hub as `toComparable` gives it beside `wanted`
 */
export function differences(hub: Comparable, wanted: Comparable): Comparable {
	if (hub === wanted) return noValues;
	const differs = (name: string) => hub[name] !== wanted[name] && !areSame(hub[name], wanted[name]);
	const wouldFollow = (name: string) => {
		const usual = usualOf(name);
		const isEqualInHub = usual !== name && hub[usual] === hub[name];
		return isEqualInHub && usual in wanted && differs(usual) && wanted[name] !== wanted[usual];
	};
	const different: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(wanted)) {
		if (value instanceof Map) {
			const records = differentRecords(recordsIn(hub[name]), recordsIn(value));
			if (records.size > 0) different[name] = records;
			continue;
		}
		if (differs(name) || wouldFollow(name)) different[name] = value;
	}
	return different;
}

/**
 * The SKU of a record is one of its values. So a record that the hub lacks always differs, even if
 * it has no other value.
 */
function differentRecords(hub: Records, wanted: Records): Records {
	const records = [...wanted].map(([key, record]): [string, Comparable] => [
		key,
		differences(hub.get(key) ?? {}, record),
	]);
	return new Map(records.filter(([, record]) => !isEmpty(record)));
}

/**
 * The hub's values of the fields that change. In a list whose records are matched, this holds for
 * each record.
 */
export function valuesThatChange(before: Comparable, after: Comparable): Comparable {
	if (before === after) return before;
	return mapValues(pick(before, Object.keys(after)), (value, name) => {
		if (!(value instanceof Map)) return value;
		const changed = [...recordsIn(after[name])].flatMap(([key, record]) => {
			const inHub = recordsIn(value).get(key);
			return inHub === undefined ? [] : [[key, valuesThatChange(inHub, record)] as const];
		});
		return new Map(changed);
	});
}

/** The values of a record have every value that the list gives. If not, another record may have more. */
export const showsAll = (values: Comparable, given: Comparable): boolean => {
	for (const name in given) if (!(name in values)) return false;
	return true;
};

/** Whether the hub has all wanted values. */
export const agrees = (hub: Comparable, wanted: Comparable): boolean =>
	isEmpty(differences(hub, wanted));
