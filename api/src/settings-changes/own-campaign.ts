import { DomainError } from '@tapwise/domain';
import type { ChangeTarget } from './change-target.ts';
import { type PresentCampaign, presentCampaigns, type SettingsContext } from './settings-context.ts';

/**
 * Campaigns of a target by id, as the log has them.
 * @throws DomainError `not_found`, the same for one that does not exist and one of another team, organization or application.
 */
export async function ownCampaigns(
  settingsContext: SettingsContext,
  { application, organization }: ChangeTarget,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PresentCampaign>> {
  const campaigns = await presentCampaigns(settingsContext, ids);
  const foreign = ids.filter((id) => {
    const state = campaigns.get(id)?.state;
    return state?.org_id !== organization.org_id || state.campaign?.adam_id !== application.adam_id;
  });
  if (foreign.length === 0) return campaigns;
  const message = 'Campaign not found';
  const rows = foreign.map((id) => ({ key: String(id), field: 'campaign', message }));
  throw new DomainError('not_found', { message, rows });
}

/** One of them. @throws DomainError `not_found`. */
export async function ownCampaign(
  settingsContext: SettingsContext,
  target: ChangeTarget,
  id: number,
): Promise<PresentCampaign> {
  const campaign = (await ownCampaigns(settingsContext, target, [id])).get(id);
  if (campaign === undefined) throw new DomainError('not_found', { message: 'Campaign not found' });
  return campaign;
}
