import { localSettings } from '../../../../../shared/storage/local-settings.ts';
import type { RuleDraft } from './draft-types.ts';

/** Whose draft: rules are kept in this browser for each account and application while they are built. */
export interface DraftOwner {
  readonly accountId: number;
  readonly applicationId: number;
  /** The rule that is edited; `null`: a new one. */
  readonly ruleId: number | null;
}

/** A draft as it is kept, with when, and the version of the rule that it edits. */
export interface KeptDraft {
  readonly draft: RuleDraft;
  readonly at: number;
  readonly version: number | null;
}

/** Drafts in an earlier form are not taken. */
const formVersion = 1;

const nameOf = ({ ruleId }: DraftOwner): string => (ruleId === null ? 'new' : String(ruleId));

export function readKeptDraft(owner: DraftOwner): KeptDraft | null {
  return parseKeptDraft(localSettings.ruleDraft(owner.accountId, owner.applicationId, nameOf(owner)));
}

/** @param kept `null`: nothing is kept any more. */
export function keepDraft(owner: DraftOwner, kept: KeptDraft | null): void {
  const text = kept === null ? null : JSON.stringify({ form: formVersion, ...kept });
  localSettings.setRuleDraft(owner.accountId, owner.applicationId, nameOf(owner), text);
}

/** What another version of the page has left is not taken. */
export function parseKeptDraft(text: string | null): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isKept(kept) ? { draft: kept.draft, at: kept.at, version: kept.version } : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is KeptDraft {
  if (typeof kept !== 'object' || kept === null || !('form' in kept) || kept.form !== formVersion) return false;
  if (!('draft' in kept && 'at' in kept && 'version' in kept)) return false;
  const { draft } = kept;
  return typeof draft === 'object' && draft !== null && 'cases' in draft && Array.isArray(draft.cases);
}
