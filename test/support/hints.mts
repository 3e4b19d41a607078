import type { NodeResult } from '../engine/nodes.mts';

/** What the editor shows above the output of a run: the texts of its execution hints. */
export const hintsOf = ({ run }: Pick<NodeResult, 'run'>): string[] =>
	(run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);
