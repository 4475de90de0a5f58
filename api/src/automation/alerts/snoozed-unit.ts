import {
  type Alerts,
  alertUnitKey,
  campaignOfKey,
  DomainError,
  episodesOfApplication,
  type OpenApplication,
} from '@tapwise/domain';
import { presentCampaigns, type SettingsContext } from '../../settings-changes/settings-context.ts';

/** @throws DomainError `not_found` for what is no unit of the alert and no object of the application. */
export async function requireUnit(
  settingsContext: SettingsContext,
  application: OpenApplication,
  alertId: number,
  key: string,
): Promise<void> {
  const { alerts } = settingsContext;
  if (hasUnit(alerts.state, application, alertId, key)) return;
  const campaignId = campaignOfKey(key);
  if (campaignId !== undefined) {
    const state = (await presentCampaigns(settingsContext, [campaignId])).get(campaignId)?.state;
    const isLinked = application.organizations.some(({ org_id }) => org_id === state?.org_id);
    if (isLinked && state?.campaign?.adam_id === application.adam_id) return;
  }
  throw new DomainError('not_found', { message: 'Unit not found' });
}

/** Whether it is in an incident or on the way to one, or is the whole of an ad organization. */
function hasUnit(alerts: Alerts, application: OpenApplication, alertId: number, key: string): boolean {
  return (
    Object.hasOwn(alerts.units.get(alertId)?.units ?? {}, key) ||
    application.organizations.some(({ org_id }) => alertUnitKey('', org_id) === key) ||
    episodesOfApplication(alerts, application.application_id).some(
      (episode) => episode.alert_id === alertId && episode.key === key,
    )
  );
}
