import { isToolType, type INode } from 'n8n-workflow';

/** Whether an agent runs the node: n8n then gives it the type of its tool form. */
export const isToolRun = ({ type }: INode): boolean => isToolType(type);

/** Whether an agent runs a node of version 1.1 or later, in which some choices are a person's. */
export const isSafeToolRun = (node: INode): boolean => isToolRun(node) && node.typeVersion > 1;
