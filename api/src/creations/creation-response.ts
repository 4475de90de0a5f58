import type { Creation } from '@tapwise/contract';
import { type CreationSummary, displayedCampaignId } from '@tapwise/domain';

/** The state that answers name; what was refused before anything was made has failed. */
export const displayedState = ({ status }: Pick<CreationSummary, 'status'>): Creation['state'] =>
  status === 'refused' ? 'failed' : status === 'listing' ? 'queued' : status;

export const hasEnded = ({ status }: Pick<CreationSummary, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'refused';

/** A creation as lists show it. */
export function creationResponse(creation: CreationSummary): Creation {
  const { request_id, creation_id: change_id, kind, org_id: asa_organization_id, name, offset, total } = creation;
  const { created, skipped, duplicates, error_message, started_at, ended_at } = creation;
  return {
    request_id,
    change_id,
    kind,
    asa_organization_id,
    name,
    campaign_id: displayedCampaignId(creation),
    offset,
    total,
    state: displayedState(creation),
    created,
    skipped,
    duplicates,
    error_message,
    started_at,
    ended_at,
  };
}
