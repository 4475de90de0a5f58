import { useQueryClient } from '@tanstack/react-query';
import type { ChangeAnswer } from '@tapwise/contract';
import { useState } from 'react';
import { outcomeWords } from '../../../shared/changes/outcome-messages.ts';
import { changeIdsOf, isDone } from '../../../shared/changes/outcomes.ts';
import { refreshSettings } from '../../../shared/changes/refresh-settings.ts';
import { sendWrite } from '../../../shared/changes/write-calls.ts';
import { messageOf } from '../../../shared/http/api-error.ts';
import { countOf } from '../../../shared/report/index.ts';
import { showToast } from '../../../shared/ui/toasts/toasts.ts';
import { actingMessages as words } from '../messages.ts';
import type { ActingScope } from './use-table-acting.tsx';
import { useUndo } from './use-undo.ts';

type Status = 'ENABLED' | 'PAUSED' | 'DELETED';

const calls = {
  campaign: { path: 'campaigns', ids: 'campaign_ids' },
  ad_group: { path: 'ad_groups', ids: 'ad_group_ids' },
  keyword: { path: 'keywords', ids: 'keyword_ids' },
} as const;

/** Activates, pauses or deletes the rows of a table; what went wrong is said in a toast. */
export function useStatusWrites(scope: ActingScope) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const undo = useUndo(scope.application.id);
  const refresh = () => refreshSettings(client);

  async function send(ids: readonly number[], status: Status): Promise<void> {
    setBusy(true);
    try {
      const answer = await sendWrite(statusCall(scope, ids, status));
      report(scope, answer, status, () => void undo(changeIdsOf(answer)));
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
      refresh();
    }
  }

  return { send, busy };
}

function statusCall(
  { level, application, organization, campaignId, adGroupId }: ActingScope,
  ids: readonly number[],
  status: Status,
) {
  const { path, ids: name } = calls[level];
  const body = {
    application_id: application.id,
    asa_organization_id: organization.organization_id,
    ...(level === 'campaign' ? {} : { campaign_id: campaignId }),
    ...(level === 'keyword' ? { ad_group_id: adGroupId } : {}),
    [name]: ids,
  };
  return status === 'DELETED'
    ? { method: 'DELETE' as const, path: `/api/asa/${path}`, body }
    : { method: 'PUT' as const, path: `/api/asa/${path}_status`, body: { ...body, status } };
}

function report(scope: ActingScope, answer: ChangeAnswer, status: Status, undo: () => void): void {
  const failed = answer.results.filter(({ outcome }) => !isDone(outcome));
  if (failed.length === 0) {
    const text = words.made(countOf(scope.level, answer.results.length), words.done[status]);
    const action = { label: words.undo, run: undo };
    showToast({ intent: 'success', text, ...(status === 'DELETED' ? {} : { action }) });
    return;
  }
  const reasons = new Set(failed.map(({ outcome, message }) => message ?? outcomeWords[outcome]));
  const text = answer.error_message ?? [...reasons][0] ?? '';
  showToast({ intent: 'error', text, details: [...reasons].slice(0, 3).filter((reason) => reason !== text) });
}
