import type { QueryClient } from '@tanstack/react-query';
import type { ChangeResponse, ChangeResult } from '@tapwise/contract';
import { changeIdsOf, isOpen } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { settingsRefreshed } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { sendWrite } from '../../../../../shared/campaigns/changes/write-calls.ts';
import { reportUsage } from '../../../../../shared/usage/report-usage.ts';
import { editId, type PendingEdit } from '../../model/pending-edit.ts';
import type { PendingStore } from '../../model/pending-store.ts';
import { type SettledResponse, settleEdits } from '../../model/settle-edits.ts';
import { writeRequests } from '../../model/write-requests.ts';

/** What was sent, and its outcomes so far. */
export interface SentEdits {
  at: number;
  /** By the ids of edits, as they were sent. */
  edits: ReadonlyMap<string, PendingEdit>;
  results: readonly ChangeResult[];
  /** In the order they were made. */
  changeIds: readonly string[];
}

export interface SendOptions {
  comment: string;
  updateKeywords: boolean;
  confirmGuardrails: boolean;
}

/**
 * Sends edits call by call.
 * @param onResponse gets each answer with the edits it is about, before the next call is made
 * @throws ApiError where a call was refused as a whole; those before it have been made
 */
export async function sendEdits(
  edits: readonly PendingEdit[],
  base: { application_id: number; asa_organization_id: number },
  { comment, updateKeywords, confirmGuardrails }: SendOptions,
  onResponse: (some: readonly PendingEdit[], response: ChangeResponse) => void,
): Promise<void> {
  const trimmedComment = comment.trim();
  for (const { path, body, edits: some } of writeRequests(edits, base, updateKeywords)) {
    const further = {
      ...(trimmedComment === '' ? {} : { comment: trimmedComment }),
      ...(confirmGuardrails ? { confirm_guardrails: true } : {}),
    };
    onResponse(some, await sendWrite({ method: 'PUT', path, body: { ...body, ...further } }));
    const count = some.filter(({ field }) => field === 'cpt_bid').length;
    if (count > 0) reportUsage('bids_submitted', { count });
  }
}

/** What is done is not pending any more; the rest is kept with the reason. @returns what is done */
export function applyResponse(
  pending: PendingStore,
  edits: readonly PendingEdit[],
  response: SettledResponse,
): readonly PendingEdit[] {
  // What was entered again meanwhile is another edit.
  const same = edits.filter((edit) => pending.of(edit.key)?.[edit.field]?.value === edit.value);
  const { done, kept } = settleEdits(same, response);
  pending.confirm(done);
  pending.set(kept);
  return done;
}

/** The same for the edits that wait for a change, when it is asked about later. */
export const applyLaterResponse = (pending: PendingStore, response: SettledResponse): readonly PendingEdit[] =>
  applyResponse(
    pending,
    pending.all().filter(({ trouble }) => trouble?.changeId === response.change_id),
    response,
  );

/** Reads the rows again, then shows them as they are. */
export async function showDone(
  client: QueryClient,
  pending: PendingStore,
  done: readonly PendingEdit[],
): Promise<void> {
  await settingsRefreshed(client);
  pending.forget(done);
}

/** A further answer, after what was sent before. */
export function joinSent(before: SentEdits | null, some: readonly PendingEdit[], response: ChangeResponse): SentEdits {
  return {
    at: Date.now(),
    edits: new Map([...(before?.edits ?? []), ...some.map((edit) => [editId(edit), edit] as const)]),
    results: replaceRows(before?.results ?? [], response.results),
    changeIds: [...(before?.changeIds ?? []), ...changeIdsOf(response)],
  };
}

/** A later word about an object and field counts; rows keep their places. */
function replaceRows(before: readonly ChangeResult[], after: readonly ChangeResult[]): ChangeResult[] {
  const rows = new Map(before.map((row) => [editId(row), row]));
  for (const row of after) rows.set(editId(row), row);
  return [...rows.values()];
}

/** What an answer that came later says of what was sent. */
export const laterSent = (
  sent: SentEdits,
  { change_id, results }: Pick<ChangeResponse, 'change_id' | 'results'>,
): SentEdits =>
  sent.changeIds.includes(change_id ?? '') ? { ...sent, results: replaceRows(sent.results, results) } : sent;

export const withoutRow = (sent: SentEdits | null, edit: PendingEdit): SentEdits | null =>
  sent === null ? null : { ...sent, results: sent.results.filter((row) => editId(row) !== editId(edit)) };

/** Changes with rows that are not settled: of what was sent, else of what is entered. */
export function openChanges(sent: SentEdits | null, entered: readonly PendingEdit[]): string[] {
  const ofEdits = entered.flatMap(({ trouble }) =>
    trouble !== undefined && isOpen(trouble.outcome) && trouble.left !== true && trouble.changeId !== ''
      ? [trouble.changeId]
      : [],
  );
  const open = sent?.results.some(({ outcome }) => isOpen(outcome)) ?? false;
  return [...new Set(ofEdits.length === 0 && open ? sent?.changeIds : ofEdits)];
}
