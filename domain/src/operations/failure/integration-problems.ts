import type { Directory } from '../../accounts/directory/directory.state.ts';
import { mailInstant } from '../../accounts/mail/mail-texts.ts';
import type { OpenApplication } from '../../applications/application/application.state.ts';
import { lastingFailures, noFailures, type OpenFailure } from './failure.decider.ts';
import { failureSources, type IntegrationName } from './failure-kinds.ts';
import { failureSentence } from './failure-texts.ts';

/** What does not work in an integration, since when, and what to do about it. */
export interface IntegrationProblem {
  readonly integration: IntegrationName;
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
  readonly sentence: string;
}

/** Failures of the product as a whole that are to be shown. @param now Milliseconds. */
export const productFailures = (directory: Directory, now: number): OpenFailure[] =>
  lastingFailures(directory.failures.get(null) ?? noFailures, now);

/**
 * Everything that does not work in an application's integrations, the oldest of each integration first; what fails for one reason in
 * several places is one problem. @param now Milliseconds.
 */
export function integrationProblems(
  directory: Directory,
  application: OpenApplication,
  now: number,
): IntegrationProblem[] {
  const applicationFailures = lastingFailures(directory.failures.get(application.application_id) ?? noFailures, now);
  const ofAll = productFailures(directory, now).filter(({ source }) => {
    const { integration } = failureSources[source];
    return integration !== null && (usesIntegration(application, integration) || waitsFor(application, integration));
  });
  const problems = new Map<string, IntegrationProblem>();
  for (const problem of [...lostAccess(application), ...unreadNotifications(application)])
    problems.set(`${problem.integration} ${problem.reason}`, problem);
  for (const failure of [...applicationFailures, ...ofAll]) {
    const { integration } = failureSources[failure.source];
    if (integration === null) continue;
    const key = `${integration} ${failure.reason}`;
    const before = problems.get(key);
    if (before !== undefined && before.since <= failure.began_at) continue;
    const { reason, began_at: since } = failure;
    problems.set(key, { integration, reason, since, sentence: failureSentence(failure, since) });
  }
  return [...problems.values()].sort((a, b) => a.since.localeCompare(b.since));
}

/** Whether an application has the integration, so that it can fail. */
export function usesIntegration(application: OpenApplication, integration: IntegrationName): boolean {
  switch (integration) {
    case 'ads':
      return application.organizations.length > 0;
    case 'store':
      return application.store_connection !== null;
    case 'notifications':
      return application.store_notifications !== null;
    case 'sdk':
      return application.sdk !== null;
  }
}

/** Whether what was submitted for the integration waits for the service. */
const waitsFor = (application: OpenApplication, integration: IntegrationName): boolean =>
  integration === 'ads' && application.submitted_names.length > 0;

/** Access that was given and is refused or not shown any more. */
function lostAccess(application: OpenApplication): IntegrationProblem[] {
  const { missed_organizations, store_problem, store_refused_at } = application;
  const lost = missed_organizations
    .filter((missed_organization) => missed_organization.lost)
    .map(({ since }): IntegrationProblem => {
      const sentence = `Apple Ads has not shown us the account since ${mailInstant(since)}. Invite our API account again; numbers so far stay.`;
      return { integration: 'ads', reason: 'access_lost', since, sentence };
    });
  if (store_refused_at === null) return lost;
  if (store_problem === 'agreement_missing') {
    const sentence = failureSentence({ source: 'store_reports', reason: store_problem }, store_refused_at);
    return [...lost, { integration: 'store', reason: store_problem, since: store_refused_at, sentence }];
  }
  if (store_problem !== 'access_lost') return lost;
  const sentence = `Apple has refused the key of the sales reports since ${mailInstant(store_refused_at)}. Create a new key in App Store Connect and set up the store connection again.`;
  return [...lost, { integration: 'store', reason: 'access_lost', since: store_refused_at, sentence }];
}

/** Store notifications that are genuine and of another form than the documented one. */
function unreadNotifications({ unread_notifications: unread }: OpenApplication): IntegrationProblem[] {
  if (unread === null) return [];
  const { count, since, excerpt } = unread;
  const many = count === 1 ? '1 store notification' : `${count} store notifications`;
  const sentence = `Since ${mailInstant(since)} ${many} came in an unknown format (${excerpt}). All are kept, and what can be read of them is counted. Choose Version 2 notifications in App Store Connect.`;
  return [{ integration: 'notifications', reason: 'unknown_format', since, sentence }];
}
