import type { ClientFunctions } from './processes/client.mts';
import type { EngineFunctions } from './processes/engine.mts';
import type { HubAddress, HubFunctions } from './processes/hub.mts';
import { startProcess, type Remote } from './processes/start.mts';
import type { HubOptions } from '../hub/types.mts';
import { RealN8n } from './realN8n.mts';
import type { Goal, Section } from './report.mts';

/** What a part of the benchmark works with. */
export interface Bench {
	/** Smaller amounts, for a look within three minutes. */
	quick: boolean;
	/** Rows of the lists that two builds compare; of the part's own size where it is left out. */
	size?: number;
	/** Folder of another checkout that is measured, too. */
	beside?: string;
	/** Runs of each side that count. */
	rounds: number;
	hub: Remote<HubFunctions>['call'];
	engine: Remote<EngineFunctions>['call'];
	/** The same with the package of `beside`. */
	other?: Remote<EngineFunctions>['call'];
	client: Remote<ClientFunctions>['call'];
	/** Whether lists and reads are looked at without a real n8n: quickly, or two builds of them. */
	isLook: boolean;
	/** A real n8n with the package, started when it is first needed. */
	n8n(): Promise<RealN8n>;
	/** A fresh hub that engine and client are connected to. */
	startHub(options: HubOptions, timeScale?: number): Promise<HubAddress>;
	/** Notes how a goal was met. */
	goal(goal: Goal): void;
}

/** A part of the benchmark. */
export type Part = (bench: Bench) => Promise<Section>;

/**
 * A fresh process with n8n's engine, connected to the hub; ends with `work`.
 * @param checkout whose package the engine runs: this one, or another one that is built
 */
export async function inFreshEngine<Result>(
	hub: HubAddress,
	work: (engine: Bench['engine']) => Promise<Result>,
	timeScale = 1,
	checkout?: string,
): Promise<Result> {
	const engine = startProcess<EngineFunctions>('engine.mts', checkout);
	try {
		await engine.call.connect(hub, timeScale);
		return await work(engine.call);
	} finally {
		await engine.stop();
	}
}

/** Starts everything, works, and ends everything. */
export async function withBench(
	{ quick, ...settings }: Pick<Bench, 'quick' | 'size' | 'beside'>,
	work: (bench: Omit<Bench, 'goal'>) => Promise<void>,
): Promise<void> {
	const hub = startProcess<HubFunctions>('hub.mts');
	const engine = startProcess<EngineFunctions>('engine.mts');
	const other = settings.beside && startProcess<EngineFunctions>('engine.mts', settings.beside);
	const client = startProcess<ClientFunctions>('client.mts');
	let n8n: Promise<RealN8n> | undefined;
	try {
		await work({
			...settings,
			quick,
			rounds: quick ? 2 : 5,
			hub: hub.call,
			engine: engine.call,
			...(other && { other: other.call }),
			client: client.call,
			isLook: quick || settings.beside !== undefined,
			n8n: async () => await (n8n ??= RealN8n.start()),
			async startHub(options, timeScale) {
				const address = await hub.call.start({ ...options, timeScale });
				// a token lasts 30 minutes of hub time: with a fast clock whoever asks renews its own
				const isFast = timeScale !== undefined && timeScale > 1;
				const accessToken = isFast ? undefined : await client.call.connect(address);
				const complete = { ...address, accessToken };
				await engine.call.connect(complete, timeScale);
				if (other) await other.call.connect(complete, timeScale);
				return complete;
			},
		});
	} finally {
		await Promise.all([hub.stop(), engine.stop(), client.stop(), other && other.stop()]);
		await (await n8n)?.server.remove();
	}
}
