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
