import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeResult } from '@tapwise/contract';
import { useState } from 'react';
import { isDone, isFailed } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { keyOfRow } from '../../../../../shared/campaigns/changes/row-key.ts';
import { undoChange } from '../../../../../shared/campaigns/changes/write-calls.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { managementMessages as words } from '../../messages.ts';
import type { HistoryEntry } from '../../model/history-entries.ts';

/** Asks what an undo would do, and does it. */
export function useUndoPanel(entry: HistoryEntry, applicationId: number, onDone: () => void) {
  const client = useQueryClient();
  const wish = { application_id: applicationId, change_id: entry.changeId ?? '' };
  const plan = useQuery({
    queryKey: ['undo', applicationId, entry.changeId],
    queryFn: () => undoChange({ ...wish, dry_run: true }),
    // What is set now is read from the ad service each time it is looked at.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [forced, setForced] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rows = plan.data?.results ?? null;
  const names = namesOf(entry);

  async function undo(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const { results } = await undoChange({ ...wish, ...(forced.size === 0 ? {} : { force_keys: [...forced] }) });
      const done = results.filter(({ outcome }) => isDone(outcome)).length;
      const failed = results.filter(({ outcome }) => isFailed(outcome)).length;
      const open = results.length - done - failed;
      const details = open === 0 ? [] : [words.notConfirmed(open)];
      showToast(
        failed === 0
          ? { intent: open === 0 ? 'success' : 'info', text: words.restored(done), details }
          : { intent: 'error', text: words.notRestored(failed, results.length), details },
      );
      onDone();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
      refreshSettings(client);
    }
  }

  return {
    /** Rows of the dry run; `null` until it has answered. */
    plan: rows,
    error: error ?? (plan.isError ? messageOf(plan.error) : null),
    busy,
    forced,
    force(key: string, on: boolean): void {
      const next = new Set(forced);
      if (on) next.add(key);
      else next.delete(key);
      setForced(next);
    },
    /** How many rows would get their old value. */
    restorable: (rows ?? []).filter(({ key, outcome }) => outcome === 'changed' || forced.has(key)).length,
    // Negatives of one place may share their key; their texts are their names.
    nameOf: ({ key, field, old, new: requested }: ChangeResult): string =>
      field === 'negative' ? String(old ?? requested) : (names.get(key) ?? key),
    submit: () => void undo(),
  };
}

/** Names by key: of the objects of the rows, and of what those are in, which an undo may set as well. */
function namesOf({ rows }: HistoryEntry): ReadonlyMap<string, string> {
  const above = rows.flatMap(({ campaign_id, campaign_name, ad_group_id, ad_group_name }) => [
    [String(campaign_id), campaign_name] as const,
    ...(ad_group_name === null ? [] : [[`${campaign_id}:${ad_group_id}`, ad_group_name] as const]),
  ]);
  return new Map([...above, ...rows.map((row) => [keyOfRow(row), row.name] as const)]);
}

/** "2 bids", "1 daily cap", "3 settings". */
export function undoCount({ rows }: HistoryEntry, count: number): string {
  const fields = new Set(rows.map(({ field }) => field));
  const [singular, many] = (fields.size === 1 ? words.kinds[rows[0]?.field ?? ''] : undefined) ?? words.settings;
  return `${count} ${count === 1 ? singular : many}`;
}
