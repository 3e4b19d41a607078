import type { NodeResult } from '../engine/nodes.mts';

/**
 * What the editor shows above the output of a run: the texts of its execution hints. Left out is how
 * long the turns for a limit took: at the speed of the tests' clock that says how busy the machine is.
 */
export const hintsOf = ({ run }: Pick<NodeResult, 'run'>): string[] =>
	(run.data.resultData.runData.Node?.[0]?.hints ?? [])
		.map(({ message }) => message)
		.filter((message) => !message.endsWith('the node waits for its turn.'));
