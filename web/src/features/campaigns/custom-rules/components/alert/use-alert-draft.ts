import { useState } from 'react';
import type { AlertDraft } from '../../model/alert/alert-draft.ts';
import { type AlertDraftOwner, keepAlertDraft, readAlertDraft } from '../../model/alert/kept-alert-draft.ts';

interface State {
  readonly draft: AlertDraft;
  /** The version of the alert that the draft edits; `null`: a new alert. */
  readonly version: number | null;
  readonly isEdited: boolean;
}

/**
 * A draft that is kept in this browser with every change, and found there again. A version that others save meanwhile leaves it as it is.
 * @param newest Version of the alert as it is saved now. @param first What the draft begins with.
 */
export function useAlertDraft(owner: AlertDraftOwner, newest: number | null, first: () => AlertDraft) {
  const unedited = (): State => ({ draft: first(), version: newest, isEdited: false });
  const [state, setState] = useState<State>(() => {
    const kept = readAlertDraft(owner);
    return kept === null ? unedited() : { draft: kept.draft, version: kept.version, isEdited: true };
  });
  const { version, isEdited } = state;
  // Where nothing was entered yet, the newest version is edited.
  if (!isEdited && version !== newest) setState(unedited());
  return {
    draft: state.draft,
    version,
    /** Another version was saved since the draft was begun. */
    isOutdated: isEdited && version !== newest,
    change: (draft: AlertDraft) => {
      keepAlertDraft(owner, { draft, version });
      setState({ draft, version, isEdited: true });
    },
    /** Nothing is kept any more; the form shows what it began with. */
    discard: () => {
      keepAlertDraft(owner, null);
      setState(unedited());
    },
    /** Nothing is kept any more, as the alert is saved. */
    forget: () => {
      keepAlertDraft(owner, null);
      setState((before) => ({ ...before, isEdited: false }));
    },
  };
}
