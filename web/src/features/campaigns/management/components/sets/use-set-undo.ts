import type { ChangeSet, ChangesResponse, Organization } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/contract/calendar';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { request } from '../../../../../shared/server/http/request.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { managementMessages } from '../../messages.ts';
import { type HistoryEntry, historyEntries } from '../../model/history-entries.ts';

/** The change that a set was applied as, looked up in the history so that it can be undone with a look before. */
export function useSetUndo(
  { change_id, updated_at }: Pick<ChangeSet, 'change_id' | 'updated_at'>,
  application_id: number,
  { organization_id, time_zone }: Organization,
  today: string,
) {
  const [entry, setEntry] = useState<HistoryEntry | null>(null);
  const [busy, setBusy] = useState(false);
  return {
    entry,
    busy,
    close: () => setEntry(null),
    async ask(): Promise<void> {
      setBusy(true);
      try {
        const from = addDays(dayInZone(Date.parse(updated_at), time_zone), -1);
        const query = {
          application_id,
          asa_organization_id: organization_id,
          from,
          to: today,
          actor_kind: 'change_set',
        };
        const { body } = await request<ChangesResponse>({ method: 'GET', path: '/api/asa/changes', query });
        const entry = historyEntries(body.changes, Date.now()).find(({ changeId }) => changeId === change_id);
        if (entry === undefined) showToast({ intent: 'info', text: managementMessages.sets.later });
        else setEntry(entry);
      } catch (error) {
        showToast({ intent: 'error', text: messageOf(error) });
      } finally {
        setBusy(false);
      }
    },
  };
}
