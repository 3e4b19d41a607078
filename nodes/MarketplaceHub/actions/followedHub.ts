import type { IExecuteFunctions } from 'n8n-workflow';
import { endpoints, type Endpoint, type EndpointName } from '../api/endpoints';
import { HubError } from '../api/errors';
import type { Hub } from '../api/hub';
import type { PathValues } from '../api/http/url';
import { timing } from '../api/timing';

/** What the requests to one endpoint took. */
interface Traffic {
	requests: number;
	underWay: number;
	/** When the first of those under way began, in epoch ms. */
	since: number;
	/** ms in which at least one was under way. */
	took: number;
}

/**
 * The hub as one run uses it: what is not there is named by SKU or ID, and how long limited endpoints
 * took is kept for the run's hints.
 */
export class FollowedHub implements Hub {
	private readonly traffic = new Map<EndpointName, Traffic>();

	constructor(private readonly hub: Hub) {}

	readonly account: Hub['account'] = async () => await this.hub.account();

	readonly request: Hub['request'] = async (name, input, answer) => {
		const traffic = this.trafficOf(name);
		if (traffic.underWay++ === 0) traffic.since = Date.now();
		traffic.requests++;
		try {
			return await this.hub.request(name, input, answer);
		} catch (error) {
			throw naming(error, input.path);
		} finally {
			if (--traffic.underWay === 0) traffic.took += Date.now() - traffic.since;
		}
	};

	/** Tells of the endpoints with a limit a minute that took long. */
	showWaits(node: IExecuteFunctions): void {
		for (const [name, { requests, took }] of this.traffic) {
			const { label, perMinute }: Endpoint = endpoints[name];
			if (perMinute === undefined) continue;
			// within the limit only other runs can take the turns, and a hub may be slow to answer
			const worthTelling = requests > perMinute ? timing.minute / 12 : timing.minute / 3;
			if (took < worthTelling) continue;
			node.addExecutionHints({
				type: 'info',
				location: 'outputPane',
				message: `${label}: ${requests} ${requests === 1 ? 'request' : 'requests'} took ${spoken(took)}. The hub takes ${perMinute} of them a minute, from all workflows together; the node waits for its turn.`,
			});
		}
	}

	private trafficOf(name: EndpointName): Traffic {
		const known = this.traffic.get(name);
		if (known !== undefined) return known;
		const fresh = { requests: 0, underWay: 0, since: 0, took: 0 };
		this.traffic.set(name, fresh);
		return fresh;
	}
}

/** A 404 with what was asked for in its message. */
function naming(error: unknown, path: PathValues = {}): unknown {
	if (!(error instanceof HubError) || error.httpStatus !== 404) return error;
	const asked = Object.values(path).map(String).join(', ');
	if (asked === '' || error.message.includes(asked)) return error;
	return new HubError(error.kind, `${error.message} (${asked})`, { ...error });
}

/** A duration in words, e.g. 2 min 5 s. */
function spoken(ms: number): string {
	const seconds = Math.round(ms / 1_000);
	const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
	return minutes === 0 ? `${seconds} s` : `${minutes} min${rest === 0 ? '' : ` ${rest} s`}`;
}
