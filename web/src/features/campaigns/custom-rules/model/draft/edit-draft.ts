import { newId } from './draft-ids.ts';
import type { ActionDraft, CaseDraft, GroupDraft, NodeDraft, RuleDraft, TestDraft } from './draft-types.ts';

/** A draft with one of its cases changed. */
export const withCase = (draft: RuleDraft, id: string, change: (ruleCase: CaseDraft) => CaseDraft): RuleDraft => ({
  ...draft,
  cases: draft.cases.map((ruleCase) => (ruleCase.id === id ? change(ruleCase) : ruleCase)),
});

/** A case moved up (−1) or down (1); at the end it stays where it is. */
export function withMovedCase(draft: RuleDraft, id: string, step: -1 | 1): RuleDraft {
  const from = draft.cases.findIndex((ruleCase) => ruleCase.id === id);
  const moved = draft.cases[from];
  const to = from + step;
  if (moved === undefined || to < 0 || to >= draft.cases.length) return draft;
  return { ...draft, cases: draft.cases.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** A group with a node anywhere below it changed, or taken out where the change is `null`. Groups that become empty go too. */
export function withNode(group: GroupDraft, id: string, change: (node: NodeDraft) => NodeDraft | null): GroupDraft {
  const children = group.children.flatMap((child): NodeDraft[] => {
    if (child.id === id) {
      const changed = change(child);
      return changed === null ? [] : [changed];
    }
    if (child.kind === 'test') return [child];
    const inner = withNode(child, id, change);
    return inner.children.length === 0 && child.children.length > 0 ? [] : [inner];
  });
  return { ...group, children };
}

/** A group with one more node at the end of the group named, which may be the group itself. */
export function withAdded(group: GroupDraft, groupId: string, node: NodeDraft): GroupDraft {
  if (group.id === groupId) return { ...group, children: [...group.children, node] };
  const children = group.children.map((child) => (child.kind === 'group' ? withAdded(child, groupId, node) : child));
  return { ...group, children };
}

/** How groups join their conditions, in one choice of four. */
export type GroupWord = 'all' | 'any' | 'none' | 'notAll';

export function wordOfGroup({ join, nots }: GroupDraft): GroupWord {
  if (nots % 2 === 0) return join;
  return join === 'any' ? 'none' : 'notAll';
}

/** A group that joins its conditions in another way. */
export const withWord = (group: GroupDraft, word: GroupWord): GroupDraft => ({
  ...group,
  join: word === 'all' || word === 'notAll' ? 'all' : 'any',
  nots: word === 'none' || word === 'notAll' ? 1 : 0,
});

export const newTest = (metric: string, window: string | null): TestDraft => ({
  kind: 'test',
  id: newId(),
  nots: 0,
  metric,
  of: 'self',
  window,
  perDay: false,
  op: '>',
  value: '',
  low: '',
  high: '',
  than: null,
  floor: '',
  atLeast: false,
});

export const newGroup = (join: GroupDraft['join'], children: readonly NodeDraft[]): GroupDraft => ({
  kind: 'group',
  id: newId(),
  nots: 0,
  join,
  bare: false,
  children,
});

export const newAction = (name: ActionDraft['do']): ActionDraft => ({
  id: newId(),
  do: name,
  how: 'lower',
  byPercent: true,
  number: '',
  of: 'cpa',
  window: '14d',
  step: '',
  min: '',
  max: '',
  to: 'paused',
  any: false,
  add: '',
  remove: '',
  campaignId: '',
  adGroupId: '',
  byTapCost: true,
  negate: true,
  at: 'campaign',
});

export const newCase = (test: TestDraft, action: ActionDraft): CaseDraft => ({
  id: newId(),
  name: '',
  when: newGroup('all', [test]),
  then: [action],
  once: false,
});

/** Tests below a group, in written order. */
export const testsOf = (node: NodeDraft): TestDraft[] =>
  node.kind === 'test' ? [node] : node.children.flatMap(testsOf);
