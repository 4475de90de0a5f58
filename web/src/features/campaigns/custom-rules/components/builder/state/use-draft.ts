import { useCallback, useState } from 'react';
import type { RuleDraft } from '../../../model/draft/draft-types.ts';
import { type DraftOwner, keepDraft, readKeptDraft } from '../../../model/draft/kept-draft.ts';
import { type Beginning, firstDraft, isOfBeginning } from './first-draft.ts';

interface State {
  readonly draft: RuleDraft;
  /** When the draft was kept in this browser; `null`: nothing differs from what it began with. */
  readonly keptAt: number | null;
}

/** A draft that is kept in this browser with every change, and found there again. */
export function useDraft(owner: DraftOwner, beginning: Beginning) {
  const [state, setState] = useState<State>(() => {
    const kept = readKeptDraft(owner);
    if (kept !== null && isOfBeginning(kept, beginning)) return { draft: kept.draft, keptAt: kept.at };
    return { draft: firstDraft(beginning), keptAt: null };
  });
  const { accountId, applicationId, ruleId } = owner;
  const version = beginning.rule?.version ?? null;
  const change = useCallback(
    (edit: (draft: RuleDraft) => RuleDraft) =>
      setState((before) => {
        const draft = edit(before.draft);
        const at = Date.now();
        keepDraft({ accountId, applicationId, ruleId }, { draft, at, version });
        return { draft, keptAt: at };
      }),
    [accountId, applicationId, ruleId, version],
  );
  return {
    draft: state.draft,
    keptAt: state.keptAt,
    change,
    /** Nothing is kept any more; the builder shows what it began with. */
    discard: () => {
      keepDraft(owner, null);
      setState({ draft: firstDraft(beginning), keptAt: null });
    },
    /** Nothing is kept any more, as the rule is saved. */
    forget: () => keepDraft(owner, null),
  };
}
