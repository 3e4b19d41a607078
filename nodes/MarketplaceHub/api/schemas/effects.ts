import { z } from 'zod';

/*
 * `preprocess`, `refine`, `transform` and `custom` for each row of a list and each answer of the hub. Those of zod make
 * an object with a getter each time, for which V8 makes a hidden class that outlives its young collections: a parse
 * takes ten times as long, and garbage fills the memory (findings/zod-effects-outlive-young-collections.sh).
 */

/** A check of any value. */
export type Check<Output = unknown> = z.ZodType<Output, z.ZodTypeDef, unknown>;

/** Refuses the value that is checked. */
export type Refuse = (issue: z.IssueData) => void;

class Effect<Output> extends z.ZodType<Output, z.ZodTypeDef, unknown> {
	/** @param run gets the function that makes the value's own context, which few values need */
	constructor(
		private readonly run: (
			input: z.ParseInput,
			contextOf: (input: z.ParseInput) => z.ParseContext,
		) => z.SyncParseReturnType<Output>,
	) {
		super({});
	}

	_parse(input: z.ParseInput): z.SyncParseReturnType<Output> {
		return this.run(input, (own) => this._getOrReturnCtx(own));
	}
}

/** Checks the value that `read` makes of another one, by the check for all or for that value. */
export const preprocess = <Output>(
	read: (value: unknown) => unknown,
	check: Check<Output> | ((data: unknown) => Check<Output>),
): Check<Output> =>
	new Effect(({ data: given, path, parent }) => {
		const data = read(given);
		const own = typeof check === 'function' ? check(data) : check;
		return own._parseSync({ data, path, parent });
	});

/** Turns a value that was checked into another one. */
export const transform = <Input, Output>(
	check: Check<Input>,
	make: (value: Input) => Output,
): Check<Output> =>
	new Effect((input) => {
		const result = check._parseSync(input);
		return z.isValid(result) ? z.OK(make(result.value)) : z.INVALID;
	});

/** The results of two checks of one value. */
export const both = <One, Other>(
	one: Check<One>,
	other: Check<Other>,
): Check<readonly [One, Other]> =>
	new Effect((input) => {
		const [first, second] = [one._parseSync(input), other._parseSync(input)];
		return z.isValid(first) && z.isValid(second) ? z.OK([first.value, second.value]) : z.INVALID;
	});

/** Asks more of a value than `check`, and refuses it in other words. */
export const superRefine = <Output>(
	check: Check<Output>,
	judge: (value: Output, refuse: Refuse) => void,
): Check<Output> =>
	new Effect((input, contextOf) => {
		let result = check._parseSync(input);
		if (z.isAborted(result)) return result;
		const { value } = result;
		judge(value, (issue) => {
			z.addIssueToContext(contextOf(input), issue);
			result = z.DIRTY(value);
		});
		return result;
	});

/** Takes any value that `isFit` knows. */
export const custom = <Output>(
	isFit: (value: unknown) => value is Output,
	message: string | ((value: unknown) => string),
): Check<Output> =>
	new Effect((input, contextOf) => {
		const { data } = input;
		if (isFit(data)) return z.OK(data);
		const said = typeof message === 'string' ? message : message(data);
		z.addIssueToContext(contextOf(input), { code: 'custom', message: said });
		return z.INVALID;
	});

/** Refuses a value of which `isFit` does not hold. */
export const refine = <Output>(
	check: Check<Output>,
	isFit: (value: Output) => boolean,
	message: string,
): Check<Output> =>
	superRefine(check, (value, refuse) => {
		if (!isFit(value)) refuse({ code: 'custom', message });
	});
