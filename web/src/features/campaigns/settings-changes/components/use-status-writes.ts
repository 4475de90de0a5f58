import { useQueryClient } from '@tanstack/react-query';
import type { ChangeResponse } from '@tapwise/contract';
import { useState } from 'react';
import { outcomeWords } from '../../../../shared/campaigns/changes/outcome-messages.ts';
import { changeIdsOf, isDone, isFailed, isOpen } from '../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../shared/campaigns/changes/refresh-settings.ts';
import { sendWrite } from '../../../../shared/campaigns/changes/write-calls.ts';
import { countOf } from '../../../../shared/report/index.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import type { SettingsChangeScope } from './settings-change-scope.ts';
import { useUndo } from './use-undo.ts';

type Status = 'ENABLED' | 'PAUSED' | 'DELETED';

const calls = {
  campaign: { path: 'campaigns', ids: 'campaign_ids' },
  ad_group: { path: 'ad_groups', ids: 'ad_group_ids' },
  keyword: { path: 'keywords', ids: 'keyword_ids' },
} as const;

/** Activates, pauses or deletes the rows of a table; what went wrong is said in a toast. */
export function useStatusWrites(scope: SettingsChangeScope) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const undo = useUndo(scope.application.id);
  const refresh = () => refreshSettings(client);

  /** @returns the rows that are as requested */
  async function send(ids: readonly number[], status: Status): Promise<number[]> {
    setBusy(true);
    try {
      const responses: ChangeResponse[] = [];
      for (const call of statusCalls(scope, ids, status)) responses.push(await sendWrite(call));
      if (status === 'DELETED') scope.rows.store?.markDeleted(responses.flatMap(doneIds));
      report(scope, responses, status, () => void undo(responses.flatMap(changeIdsOf)));
      return responses.flatMap(doneIds);
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
      return [];
    } finally {
      setBusy(false);
      refresh();
    }
  }

  return { send, busy };
}

/** Ids of the rows that are as requested. */
const doneIds = ({ results }: ChangeResponse): number[] =>
  results.flatMap(({ key, outcome }) => (isDone(outcome) ? [Number(key.split(':').at(-1))] : []));

/** One call, or one for each ad group where the rows are in several. */
function statusCalls(scope: SettingsChangeScope, ids: readonly number[], status: Status) {
  if (!scope.across) return [statusCall(scope, ids, status)];
  const groups = new Map<string, { campaignId: number; adGroupId: number; ids: number[] }>();
  for (const id of ids) {
    const row = scope.rows.store?.row(id)?.row;
    if (row === undefined) continue;
    const campaignId = Number(row.campaign_id);
    const adGroupId = Number(row.ad_group_id);
    const group = groups.get(`${campaignId}:${adGroupId}`) ?? { campaignId, adGroupId, ids: [] };
    groups.set(`${campaignId}:${adGroupId}`, group);
    group.ids.push(id);
  }
  return [...groups.values()].map((group) => statusCall({ ...scope, ...group }, group.ids, status));
}

function statusCall(
  { level, application, organization, campaignId, adGroupId }: SettingsChangeScope,
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

function report(
  scope: SettingsChangeScope,
  responses: readonly ChangeResponse[],
  status: Status,
  undo: () => void,
): void {
  const results = responses.flatMap((response) => response.results);
  const failed = results.filter(({ outcome }) => isFailed(outcome));
  const open = results.filter(({ outcome }) => isOpen(outcome)).length;
  if (failed.length === 0) {
    const text = words.made(countOf(scope.level, results.length - open), words.done[status]);
    const action = { label: words.undo, run: undo };
    const details = open === 0 ? [] : [words.notConfirmed(open)];
    showToast({ intent: open === 0 ? 'success' : 'info', text, details, ...(status === 'DELETED' ? {} : { action }) });
    return;
  }
  const reasons = new Set(failed.map(({ outcome, message }) => message ?? outcomeWords[outcome]));
  const text =
    responses.find(({ error_message }) => error_message !== undefined)?.error_message ?? [...reasons][0] ?? '';
  showToast({ intent: 'error', text, details: [...reasons].slice(0, 3).filter((reason) => reason !== text) });
}
