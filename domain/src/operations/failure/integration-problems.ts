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

/** The same of one ad organization; `org_id` is `null` where it is not about one. */
export interface OrganizationProblem extends IntegrationProblem {
  readonly org_id: number | null;
}

/** Failures of the product as a whole that are to be shown. @param now Milliseconds. */
export const productFailures = (directory: Directory, now: number): OpenFailure[] =>
  lastingFailures(directory.failures.get(null) ?? noFailures, now);

/**
 * Everything that does not work in an application's integrations, the oldest of each integration first; what fails for one reason in
 * several places is one problem. @param now Milliseconds.
 */
export const integrationProblems = (
  directory: Directory,
  application: OpenApplication,
  now: number,
): IntegrationProblem[] =>
  oldestOfEach(allProblems(directory, application, now), ({ integration, reason }) => `${integration} ${reason}`).map(
    ({ org_id: _, ...problem }) => problem,
  );

/** The same, with what fails in several ad organizations as a problem of each. @param now Milliseconds. */
export const problemsByOrganization = (
  directory: Directory,
  application: OpenApplication,
  now: number,
): OrganizationProblem[] =>
  oldestOfEach(
    allProblems(directory, application, now),
    ({ integration, reason, org_id }) => `${integration} ${reason} ${org_id}`,
  );

function allProblems(directory: Directory, application: OpenApplication, now: number): OrganizationProblem[] {
  const applicationFailures = lastingFailures(directory.failures.get(application.application_id) ?? noFailures, now);
  const ofAll = productFailures(directory, now).filter(({ source }) => {
    const { integration } = failureSources[source];
    return integration !== null && (usesIntegration(application, integration) || waitsFor(application, integration));
  });
  const failing = [...applicationFailures, ...ofAll].flatMap((failure): OrganizationProblem[] => {
    const { reason, began_at: since, org_id } = failure;
    const { integration } = failureSources[failure.source];
    return integration === null
      ? []
      : [{ integration, reason, since, sentence: failureSentence(failure, since), org_id }];
  });
  return [...lostAccess(application), ...unreadNotifications(application), ...failing];
}

function oldestOfEach(
  problems: readonly OrganizationProblem[],
  keyOf: (problem: OrganizationProblem) => string,
): OrganizationProblem[] {
  const oldest = new Map<string, OrganizationProblem>();
  for (const problem of problems.toSorted((a, b) => a.since.localeCompare(b.since))) {
    const key = keyOf(problem);
    if (!oldest.has(key)) oldest.set(key, problem);
  }
  return [...oldest.values()];
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
function lostAccess(application: OpenApplication): OrganizationProblem[] {
  const { missed_organizations, store_problem, store_refused_at } = application;
  const lost = missed_organizations
    .filter((missed_organization) => missed_organization.lost)
    .map(({ since, org_id }): OrganizationProblem => {
      const sentence = `Apple Ads has not shown us the account since ${mailInstant(since)}. Invite our API account again; numbers so far stay.`;
      return { integration: 'ads', reason: 'access_lost', since, sentence, org_id };
    });
  if (store_refused_at === null) return lost;
  if (store_problem === 'agreement_missing') {
    const sentence = failureSentence({ source: 'store_reports', reason: store_problem }, store_refused_at);
    return [...lost, { integration: 'store', reason: store_problem, since: store_refused_at, sentence, org_id: null }];
  }
  if (store_problem !== 'access_lost') return lost;
  const sentence = `Apple has refused the key of the sales reports since ${mailInstant(store_refused_at)}. Create a new key in App Store Connect and set up the store connection again.`;
  return [...lost, { integration: 'store', reason: 'access_lost', since: store_refused_at, sentence, org_id: null }];
}

/** Store notifications that are genuine and of another form than the documented one. */
function unreadNotifications({ unread_notifications: unread }: OpenApplication): OrganizationProblem[] {
  if (unread === null) return [];
  const { count, since, excerpt } = unread;
  const many = count === 1 ? '1 store notification' : `${count} store notifications`;
  const sentence = `Since ${mailInstant(since)} ${many} came in an unknown format (${excerpt}). All are kept, and what can be read of them is counted. Choose Version 2 notifications in App Store Connect.`;
  return [{ integration: 'notifications', reason: 'unknown_format', since, sentence, org_id: null }];
}
