import type { GroupDraft, NodeDraft } from './draft-types.ts';

/** Where the conditions of a case are in the rule. */
export const conditionsPath = (caseIndex: number): string => `cases[${caseIndex}].when`;
export const actionPath = (caseIndex: number, index: number): string => `cases[${caseIndex}].then[${index}]`;

/** Whether the one child of a group is written without the group. */
export const isBare = ({ bare, nots, children }: GroupDraft): boolean => bare && nots === 0 && children.length === 1;

/** Path of what is inside of the negations of a node. */
export const insideNots = (path: string, { nots }: Pick<NodeDraft, 'nots'>): string => `${path}${'.not'.repeat(nots)}`;

/** Path of a child of a group; of a node it is that of its negations, as the rule names them. */
export const childPath = (path: string, group: GroupDraft, index: number): string =>
  isBare(group) ? path : `${insideNots(path, group)}.${group.join}[${index}]`;
