import { localSettings } from '../../../../../shared/storage/local-settings.ts';
import type { AlertDraft } from './alert-draft.ts';

/** Whose draft: alerts are kept in this browser for each account and application while they are written. */
export interface AlertDraftOwner {
  readonly accountId: number;
  readonly applicationId: number;
  /** The alert that is edited; `null`: a new one. */
  readonly alertId: number | null;
  /** Its version; a draft of another one is not taken. */
  readonly version: number | null;
}

/** Drafts in an earlier form are not taken. */
const formVersion = 1;

const nameOf = ({ alertId }: AlertDraftOwner): string => `alert-${alertId ?? 'new'}`;

/** @param draft `null`: nothing is kept any more. */
export function keepAlertDraft(owner: AlertDraftOwner, draft: AlertDraft | null): void {
  const text = draft === null ? null : JSON.stringify({ form: formVersion, version: owner.version, draft });
  localSettings.setRuleDraft(owner.accountId, owner.applicationId, nameOf(owner), text);
}

/** @returns `null` where nothing is kept of this version, or another version of the page has left it. */
export function readAlertDraft(owner: AlertDraftOwner): AlertDraft | null {
  try {
    const text = localSettings.ruleDraft(owner.accountId, owner.applicationId, nameOf(owner));
    const kept: unknown = JSON.parse(text ?? 'null');
    return isKept(kept) && kept.version === owner.version ? kept.draft : null;
  } catch {
    return null;
  }
}

const isKept = (kept: unknown): kept is { readonly version: number | null; readonly draft: AlertDraft } =>
  typeof kept === 'object' &&
  kept !== null &&
  'form' in kept &&
  kept.form === formVersion &&
  'version' in kept &&
  'draft' in kept &&
  typeof kept.draft === 'object' &&
  kept.draft !== null;
