import { type HubError, isFatal, toFailure } from '../errors';
import type { SkuKind, SnapshotDraft } from './snapshot';

/**
 * After so many failed reads in a row, a single SKU cannot be the cause: `mostRefused` for
 * refusals, `mostFailed` for other failures.
 */
const mostRefused = 20;
const mostFailed = 3;

/**
 * The handling of a read that failed (docs/faults.md, "A SKU that a sync cannot read"): it keeps back its own
 * SKU, or it ends the run.
 */
export class ReadFailures {
	/** Whether the hub has returned a record, or a page of the product list. */
	private hasRead = false;
	/**
	 * How many reads in a row have failed in the same way: refused by the hub, or for another
	 * reason.
	 */
	private streak = { areRefused: false, count: 0 };
	/** The failure after which nothing more is read. */
	private end?: HubError;

	constructor(private readonly snapshot: Pick<SnapshotDraft, 'failures'>) {}

	/** Notes that the hub has returned a record, or a page of the product list. */
	noteAnswer(): void {
		this.hasRead = true;
		this.streak.count = 0;
	}

	/**
	 * Notes that the hub has no such record. The hub answers, so a row of failures ends here. But
	 * it has not returned a record yet, so this does not count as `hasRead`.
	 */
	noteAbsent(): void {
		this.streak.count = 0;
	}

	/**
	 * Notes why a SKU cannot be read as this kind.
	 * @throws HubError if other SKUs cannot be read either
	 */
	note(sku: string, kind: SkuKind, error: unknown): void {
		const failure = toFailure(error);
		const areRefused = isRefusal(failure);
		const { streak } = this;
		this.streak = { areRefused, count: streak.areRefused === areRefused ? streak.count + 1 : 1 };
		const message = `The SKU ${sku} cannot be read: ${failure.message}`;
		if (isFatal(failure)) this.end = failure;
		else if (isOfAll(failure, this.streak.count)) this.end = failure.with({ message });
		this.assertGoesOn();
		this.snapshot.failures[kind].set(sku, failure.with({ message, outcome: 'notSent' }));
	}

	/**
	 * @throws HubError once nothing more is read. Thus reads that go on beside the failed one end,
	 * too.
	 */
	assertGoesOn(): void {
		if (this.end !== undefined) throw this.end;
	}

	/**
	 * @throws HubError if the hub has returned no record and no page, and a read failed for another
	 * reason than a refusal: then the hub is at fault, not the SKU
	 */
	assertHubAnswers(): void {
		const { product, variation } = this.snapshot.failures;
		const failures = [...product.values(), ...variation.values()];
		const failure = failures.find((error) => !isRefusal(error));
		if (!this.hasRead && failure !== undefined) throw failure;
	}
}

/** Whether the hub refused the read. It would refuse the same read again. */
const isRefusal = ({ httpStatus = Infinity }: HubError): boolean => httpStatus < 500;

/** Whether a failed read means that other records cannot be read either. */
function isOfAll(failure: HubError, failedInRow: number): boolean {
	const { httpStatus, endsRun, wasAnswered } = failure;
	if (endsRun === true || httpStatus === 429) return true;
	if (httpStatus === undefined && wasAnswered !== true) return true;
	return failedInRow >= (isRefusal(failure) ? mostRefused : mostFailed);
}
