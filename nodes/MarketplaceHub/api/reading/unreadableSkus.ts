import { type HubError, isFatal, toFailure } from '../errors';
import type { SkuKind } from './shownSkus';

/** So many records in a row that the hub refuses, or fails at, are no accident of single SKUs. */
const mostRefused = 20;
const mostFailed = 3;

/** SKUs that cannot be read although others can: each keeps back its own row. */
export class UnreadableSkus {
	private readonly failures: Readonly<Record<SkuKind, Map<string, HubError>>> = {
		product: new Map(),
		variation: new Map(),
	};
	/** Whether the hub has shown a record or a page of them. */
	private hasRead = false;
	/** Records in a row that the hub refused, or failed at. */
	private streak = { areRefused: false, count: 0 };
	/** Why nothing more is read. */
	private end?: HubError;

	/** Notes that the hub has shown a record, or a page of them. */
	noteShown(): void {
		this.hasRead = true;
		this.streak.count = 0;
	}

	/** Notes that the hub has no such record: it answers, although that shows nothing of it. */
	noteNone(): void {
		this.streak.count = 0;
	}

	/**
	 * Notes why a SKU cannot be read as a product, or as a variation.
	 * @throws HubError where others cannot be read either
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
		this.failures[kind].set(sku, failure.with({ message, outcome: 'notSent' }));
	}

	/** @throws HubError where nothing more is read: what is under way beside a failed read ends with it */
	assertGoesOn(): void {
		if (this.end !== undefined) throw this.end;
	}

	/** Why a SKU cannot be read as this kind; left out: as either. */
	failureOf(sku: string, kind?: SkuKind): HubError | undefined {
		const { product, variation } = this.failures;
		return kind === undefined
			? (product.get(sku) ?? variation.get(sku))
			: this.failures[kind].get(sku);
	}

	/** The SKUs that cannot be read as this kind. */
	skus(kind: SkuKind): string[] {
		return [...this.failures[kind].keys()];
	}

	/** @throws HubError where the hub has shown nothing and has a difficulty of its own: that is not a SKU's */
	assertHubAnswers(): void {
		const { product, variation } = this.failures;
		const failures = [...product.values(), ...variation.values()];
		const failure = failures.find((error) => !isRefusal(error));
		if (!this.hasRead && failure !== undefined) throw failure;
	}
}

/** Whether the hub has refused a read, and would refuse it again. */
const isRefusal = ({ httpStatus = Infinity }: HubError): boolean => httpStatus < 500;

/** Whether a failed read says that other records cannot be read either. */
function isOfAll(failure: HubError, failedInRow: number): boolean {
	const { httpStatus, endsRun, wasAnswered } = failure;
	if (endsRun === true || httpStatus === 429) return true;
	if (httpStatus === undefined && wasAnswered !== true) return true;
	return failedInRow >= (isRefusal(failure) ? mostRefused : mostFailed);
}
