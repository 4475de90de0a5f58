import {
  type AlertFigures,
  type Automations,
  type BrokenIntegration,
  type Directory,
  type IntegrationName,
  integrationProblems,
  type MissedRuns,
  type OpenApplication,
  runsOfRule,
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
  application: OpenApplication,
  now: number,
): Pick<AlertFigures, 'broken' | 'rules'> {
  const broken = integrationProblems(directory, application, now).map(
    ({ integration, reason, sentence }): BrokenIntegration => ({
      key: `${integration}:${reason}`,
      name: integrationTitles[integration],
      sentence,
    }),
  );
  return { broken, rules: missedRuns(automations, application.application_id) };
}

/** Active rules that missed their last run, with how many they missed one after another. */
function missedRuns(automations: Automations, applicationId: number): MissedRuns[] {
  return [...automations.rules.values()].flatMap(({ automation_id: ruleId, application_id, name, status }) => {
    if (application_id !== applicationId || status !== 'active') return [];
    const runs = runsOfRule(automations, ruleId);
    const missed = runs.length - 1 - runs.findLastIndex(({ state }) => state !== 'missed');
    return missed === 0 ? [] : [{ ruleId, name, missed }];
  });
}
