import { useCallback, useState } from 'react';
import type { RuleDraft } from '../../../model/draft/draft-types.ts';
import { type DraftOwner, keepDraft, readKeptDraft } from '../../../model/draft/kept-draft.ts';
import { type Beginning, firstDraft, isOfBeginning } from './first-draft.ts';

interface State {
  readonly draft: RuleDraft;
  /** When the draft was kept in this browser; `null`: nothing differs from what it began with. */
  readonly keptAt: number | null;
  /** The version of the rule that the draft edits; `null`: a new rule. */
  readonly version: number | null;
}

/** A draft that is kept in this browser with every change, and found there again. A version that others save meanwhile leaves it as it is. */
export function useDraft(owner: DraftOwner, beginning: Beginning) {
  const newest = beginning.rule?.version ?? null;
  const unedited = (): State => ({ draft: firstDraft(beginning), keptAt: null, version: newest });
  const [state, setState] = useState<State>(() => {
    const kept = readKeptDraft(owner);
    if (kept === null || !isOfBeginning(kept, beginning)) return unedited();
    return { draft: kept.draft, keptAt: kept.at, version: kept.version };
  });
  // Where nothing was entered yet, the newest version is edited.
  if (state.keptAt === null && state.version !== newest) setState(unedited());
  const { accountId, applicationId, ruleId } = owner;
  const change = useCallback(
    (edit: (draft: RuleDraft) => RuleDraft) =>
      setState(({ draft: before, version }) => {
        const draft = edit(before);
        const at = Date.now();
        keepDraft({ accountId, applicationId, ruleId }, { draft, at, version });
        return { draft, keptAt: at, version };
      }),
    [accountId, applicationId, ruleId],
  );
  return {
    draft: state.draft,
    keptAt: state.keptAt,
    version: state.version,
    /** Another version was saved since the draft was begun. */
    isOutdated: state.keptAt !== null && state.version !== newest,
    change,
    /** Nothing is kept any more; the builder shows what it began with. */
    discard: () => {
      keepDraft(owner, null);
      setState(unedited());
    },
    /** Nothing is kept any more, as the rule is saved. */
    forget: () => {
      keepDraft(owner, null);
      setState((before) => ({ ...before, keptAt: null }));
    },
  };
}
