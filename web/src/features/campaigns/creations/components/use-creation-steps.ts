import { useQueryClient } from '@tanstack/react-query';
import type { ChangeResponse } from '@tapwise/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { outcomeWords } from '../../../../shared/campaigns/changes/outcome-messages.ts';
import { isDone } from '../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../shared/campaigns/changes/refresh-settings.ts';
import { sendWrite } from '../../../../shared/campaigns/changes/write-calls.ts';
import { stepCreation } from '../../../../shared/campaigns/creations/creation-calls.ts';
import { creationsQueryOptions, noteProgress } from '../../../../shared/campaigns/creations/creations-query.ts';
import {
  creatingApplications,
  type WatchedCreation,
} from '../../../../shared/campaigns/creations/watched-applications.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { creationMessages as words } from '../messages.ts';

/** The address of what a creation made. */
export const campaignAddress = ({ application_id, asa_organization_id, campaign_id }: WatchedCreation): string =>
  `/client/reports?app=${application_id}&org=${asa_organization_id}&campaign_id=${campaign_id}`;

/** Cancels a creation, continues it, and deletes the campaign it left behind. */
export function useCreationSteps(creation: WatchedCreation) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { application_id, request_id } = creation;

  async function guarded(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
      void client.invalidateQueries({ queryKey: creationsQueryOptions(application_id).queryKey });
    } finally {
      setBusy(false);
    }
  }

  const step = (kind: 'cancel' | 'continue') =>
    guarded(async () => {
      if (kind === 'continue') creatingApplications.add(application_id);
      noteProgress(client, application_id, await stepCreation(kind, application_id, request_id));
    });

  return {
    busy,
    cancel: () => void step('cancel'),
    continue: () => void step('continue'),
    open: () => void navigate(campaignAddress(creation)),
    deleteCampaign: () =>
      void guarded(async () => {
        reportDeleted(creation.name, await sendWrite(deleteCall(creation)));
        refreshSettings(client);
      }),
  };
}

const deleteCall = ({ application_id, asa_organization_id, campaign_id }: WatchedCreation) => ({
  method: 'DELETE' as const,
  path: '/api/asa/campaigns',
  body: { application_id, asa_organization_id, campaign_ids: [campaign_id] },
});

function reportDeleted(name: string, { results, error_message }: ChangeResponse): void {
  const failed = results.find(({ outcome }) => !isDone(outcome));
  if (failed === undefined) showToast({ intent: 'success', text: words.campaignDeleted(name) });
  else showToast({ intent: 'error', text: failed.message ?? error_message ?? outcomeWords[failed.outcome] });
}
