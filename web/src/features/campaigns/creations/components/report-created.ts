import type { QueryClient } from '@tanstack/react-query';
import type { CreationResponse } from '@tapwise/contract';
import type { NavigateFunction } from 'react-router-dom';
import { refreshSettings } from '../../../../shared/campaigns/changes/refresh-settings.ts';
import { creationsQueryOptions, isOpen } from '../../../../shared/campaigns/creations/creations-query.ts';
import {
  creatingApplications,
  type WatchedCreation,
} from '../../../../shared/campaigns/creations/watched-applications.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { creationMessages as words } from '../messages.ts';
import { doneText, endLines } from '../model/creation-texts.ts';
import { campaignAddress } from './use-creation-steps.ts';

/** Says that a creation is complete, with the way to what it made. What Apple refused is kept for the list. */
export function reportCreated(
  client: QueryClient,
  navigate: NavigateFunction,
  creation: WatchedCreation,
  response: CreationResponse,
): void {
  client.setQueryData(['creation-end', creation.request_id], response);
  const { campaign_id } = response;
  const open = () => void navigate(campaignAddress({ ...creation, campaign_id }));
  showToast({
    intent: 'success',
    text: doneText(creation.kind),
    details: endLines(creation.name, response),
    ...(campaign_id === null ? {} : { action: { label: words.open, run: open } }),
  });
}

/** After an end: what shows campaigns is asked again. An application without open creations is not watched any more. */
export async function refreshAfterEnd(client: QueryClient, applicationId: number): Promise<void> {
  const { queryKey } = creationsQueryOptions(applicationId);
  refreshSettings(client);
  void client.invalidateQueries({ queryKey: ['campaign-names', applicationId] });
  await client.invalidateQueries({ queryKey });
  const list = client.getQueryData(queryKey);
  if (list?.some(isOpen) === false) creatingApplications.remove(applicationId);
}
