import { localSettings } from '../../../../../shared/storage/local-settings.ts';
import type { AlertDraft } from './alert-draft.ts';

/** Whose draft: alerts are kept in this browser for each account and application while they are written. */
export interface AlertDraftOwner {
  readonly accountId: number;
  readonly applicationId: number;
  /** The alert that is edited; `null`: a new one. */
  readonly alertId: number | null;
}

/** A draft as it is kept, with the version of the alert that it edits. */
export interface KeptAlertDraft {
  readonly draft: AlertDraft;
  readonly version: number | null;
}

/** Drafts in an earlier form are not taken. */
const formVersion = 1;

const nameOf = ({ alertId }: AlertDraftOwner): string => `alert-${alertId ?? 'new'}`;

/** @param kept `null`: nothing is kept any more. */
export function keepAlertDraft(owner: AlertDraftOwner, kept: KeptAlertDraft | null): void {
  const text = kept === null ? null : JSON.stringify({ form: formVersion, ...kept });
  localSettings.setRuleDraft(owner.accountId, owner.applicationId, nameOf(owner), text);
}

/** @returns `null` where nothing is kept, or another version of the page has left it. */
export function readAlertDraft(owner: AlertDraftOwner): KeptAlertDraft | null {
  try {
    const text = localSettings.ruleDraft(owner.accountId, owner.applicationId, nameOf(owner));
    const kept: unknown = JSON.parse(text ?? 'null');
    return isKept(kept) ? { draft: kept.draft, version: kept.version } : null;
  } catch {
    return null;
  }
}

const isKept = (kept: unknown): kept is KeptAlertDraft =>
  typeof kept === 'object' &&
  kept !== null &&
  'form' in kept &&
  kept.form === formVersion &&
  'version' in kept &&
  'draft' in kept &&
  typeof kept.draft === 'object' &&
  kept.draft !== null;
