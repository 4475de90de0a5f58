import { localSettings } from '../../../../../shared/storage/local-settings.ts';
import type { ReportDraft } from './report-draft.ts';

/** Whose draft: reports are kept in this browser for each account and application while they are entered. */
export interface DraftOwner {
  readonly accountId: number;
  readonly applicationId: number;
  /** The report that is edited; `null`: a new one. */
  readonly reportId: number | null;
}

/** Drafts in an earlier form are not read. */
const formVersion = 1;

const nameOf = ({ reportId }: DraftOwner): string => (reportId === null ? 'new' : String(reportId));

/** @param source what the draft began with, as text: another view, or a report that was changed meanwhile, begins again */
export function readKeptDraft(owner: DraftOwner, source: string): ReportDraft | null {
  try {
    const text = localSettings.reportDraft(owner.accountId, owner.applicationId, nameOf(owner));
    const kept: unknown = JSON.parse(text ?? 'null');
    return isKept(kept) && kept.source === source ? kept.draft : null;
  } catch {
    return null;
  }
}

/** @param draft `null`: nothing is kept any more. */
export function keepDraft(owner: DraftOwner, source: string, draft: ReportDraft | null): void {
  const text = draft === null ? null : JSON.stringify({ form: formVersion, source, draft });
  localSettings.setReportDraft(owner.accountId, owner.applicationId, nameOf(owner), text);
}

function isKept(kept: unknown): kept is { source: string; draft: ReportDraft } {
  if (typeof kept !== 'object' || kept === null || !('form' in kept) || kept.form !== formVersion) return false;
  if (!('source' in kept && 'draft' in kept)) return false;
  const { draft } = kept;
  return typeof draft === 'object' && draft !== null && 'recipients' in draft && Array.isArray(draft.recipients);
}
