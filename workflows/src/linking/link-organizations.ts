import { type EventLog, handleCommand, type LiveFold, type Logger, type SearchAdsClient } from '@tapwise/adapters';
import {
  adOrganizationDecider,
  adOrganizationStream,
  applicationDecider,
  applicationStream,
  claimAdOrganization,
  type Directory,
  decideLinks,
  type LinkingDecision,
  linkAdOrganization,
  linkingApplicants,
  type VisibleOrganization,
  waitingApplications,
} from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';
import type { ChangeSignal } from './change-signal.ts';

export interface LinkingDependencies {
  readonly log: EventLog;
  readonly directory: LiveFold<Directory>;
  readonly searchAds: Pick<SearchAdsClient, 'acls'>;
}

/**
 * Asks which organizations are visible and links those that applications wait for.
 * @returns how many links were recorded. Nobody is asked while nobody waits.
 */
export async function linkOrganizations(dependencies: LinkingDependencies, signal: AbortSignal): Promise<number> {
  const { log, directory, searchAds } = dependencies;
  await directory.caughtUp;
  if (waitingApplications(directory.state).length === 0) return 0;
  const visible = await searchAds.acls(signal);
  const decision = decideLinks(visible, linkingApplicants(directory.state), directory.state.ownersByOrganization);
  const lost = await claim(log, decision.claims);
  let last = 0n;
  let links = 0;
  for (const link of decision.links) {
    if (lost.has(link.organization.org_id)) continue;
    const recorded = await recordLink(log, link.application_id, link.organization, link.name);
    links += recorded.events.length;
    if (recorded.position > last) last = recorded.position;
  }
  await directory.reached(last);
  return links;
}

/** @returns organizations that another team claimed in the meantime. */
async function claim(log: EventLog, claims: LinkingDecision['claims']): Promise<Set<number>> {
  const lost = new Set<number>();
  for (const { org_id, team_id } of claims) {
    const claimed_at = new Date().toISOString();
    const { state } = await handleCommand(log, {
      stream: adOrganizationStream(org_id),
      decider: adOrganizationDecider,
      assume: 'new',
      context: actingWorkflow('link-organizations'),
      cause: `claimed by ${team_id}`,
      decide: (known) =>
        known.status === 'claimed' ? [] : claimAdOrganization(known, { org_id, team_id, claimed_at }),
    });
    if (state.status === 'claimed' && state.team_id !== team_id) lost.add(org_id);
  }
  return lost;
}

function recordLink(log: EventLog, applicationId: number, organization: VisibleOrganization, account_name: string) {
  const { org_id, org_name: name, currency, time_zone, payment_model } = organization;
  const linked_at = new Date().toISOString();
  return handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    context: actingWorkflow('link-organizations'),
    cause: `linked ${org_id} ${linked_at}`,
    decide: (state) =>
      linkAdOrganization(state, { org_id, name, account_name, currency, time_zone, payment_model, linked_at }),
  });
}

/** Keeps linking until the signal aborts: at once when a name is submitted, and regularly while somebody waits. */
export async function keepLinking(
  dependencies: LinkingDependencies & {
    logger: Logger;
    intervalMs: number;
    /** Notified when an account name is submitted. */
    submitted: ChangeSignal;
    signal: AbortSignal;
  },
): Promise<void> {
  const { logger, intervalMs, submitted, signal } = dependencies;
  let failing = false;
  while (!signal.aborted) {
    try {
      const links = await linkOrganizations(dependencies, signal);
      if (links > 0) logger.info({ links }, 'ad organizations linked');
      failing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logger.warn({ err: error }, 'ad organizations cannot be linked now; trying again');
      failing = true;
    }
    await submitted.wait(intervalMs, signal);
  }
}
