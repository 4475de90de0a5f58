import { campaignOfKey, DomainError, type OpenApplication } from '@tapwise/domain';
import { presentCampaigns, type SettingsContext } from '../../settings-changes/settings-context.ts';

const organizationForm = /^org:(\d+)(?::|$)/;

/**
 * Refuses units that are another team's. Keys that name no object, such as those of integrations, are of the alert alone.
 * @throws DomainError `not_found`.
 */
export async function requireUnit(
  settingsContext: SettingsContext,
  { organizations, adam_id }: OpenApplication,
  key: string,
): Promise<void> {
  const isLinked = (id: number | null | undefined): boolean => organizations.some(({ org_id }) => org_id === id);
  const [, orgId] = organizationForm.exec(key) ?? [];
  const campaignId = campaignOfKey(key);
  if (orgId !== undefined && !isLinked(Number(orgId))) throw unitNotFound();
  if (campaignId === undefined) return;
  const state = (await presentCampaigns(settingsContext, [campaignId])).get(campaignId)?.state;
  if (isLinked(state?.org_id) && state?.campaign?.adam_id === adam_id) return;
  throw unitNotFound();
}

const unitNotFound = (): DomainError => new DomainError('not_found', { message: 'Unit not found' });
