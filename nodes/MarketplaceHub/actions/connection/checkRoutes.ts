import { connectHub } from '../../api/hub';
import { HubError } from '../../api/errors';
import { runCheck } from '../../api/routeCheck/runCheck';
import { probes, reads } from '../../api/routeCheck/probes';
import { defineOperation } from '../operation';
import { isToolRun } from '../toolRun';

/** Which of the routes that the reference does not show the hub has; once for each account of the input. */
export const checkRoutes = defineOperation({
	option: {
		name: 'Check Routes',
		value: 'checkRoutes',
		action: 'Check routes of hub',
		toolDescription:
			'For a person in the editor, not for an agent: as a tool it is refused before any request. Writes nothing.',
		description:
			'Find out which routes your hub has and what to enter under Customize Routes; only reads in production',
	},
	properties: [],
	endpoints: [
		'ping',
		...(Object.keys(reads) as Array<keyof typeof reads>),
		'orderGet',
		'productGet',
		...probes.map(({ name }) => name),
	],
	sendsOnce: true,
	output: { what: 'string', asked: 'string', answer: 'string', verdict: 'string', enter: 'string' },
	async perRun({ hub, node }, itemIndexes) {
		if (isToolRun(node.getNode()))
			throw new HubError('invalid', 'Check Routes is not for agents, and nothing was sent', {
				description: 'A person runs it in the editor.',
			});
		const findings = await runCheck(hub, (account) => connectHub(node, { account }));
		return findings.map((finding) => ({ itemIndexes, json: finding }));
	},
});
