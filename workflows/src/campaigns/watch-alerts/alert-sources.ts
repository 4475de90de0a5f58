import {
  type AlertFigures,
  type Automations,
  type BrokenIntegration,
  type CustomAutomations,
  type Directory,
  type IntegrationName,
  type OpenApplication,
  problemsByOrganization,
  ruleTroubles,
} from '@tapwise/domain';

const integrationTitles: Readonly<Record<IntegrationName, string>> = {
  ads: 'Apple Ads',
  store: 'App Store Connect',
  notifications: 'Store notifications',
  sdk: 'SDK',
};

/** What the log itself says about an application's integrations and rules. @param now Milliseconds. */
export function reportedFigures(
  directory: Directory,
  automations: Automations,
  customRules: CustomAutomations,
  application: OpenApplication,
  now: number,
): Pick<AlertFigures, 'broken' | 'rules'> {
  const broken = problemsByOrganization(directory, application, now).map(
    ({ integration, reason, sentence, org_id: orgId }): BrokenIntegration => ({
      key: orgId === null ? `${integration}:${reason}` : `${integration}:${reason}:${orgId}`,
      orgId,
      name: integrationTitles[integration],
      sentence,
    }),
  );
  return { broken, rules: ruleTroubles(automations, customRules, application.application_id, now) };
}
