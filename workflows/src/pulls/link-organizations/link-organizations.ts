import {
  bindAccount,
  type EventLog,
  type FoldFollower,
  handleCommand,
  isWhole,
  type SearchAdsClient,
} from '@tapwise/adapters';
import {
  adOrganizationDecider,
  adOrganizationStream,
  applicationDecider,
  applicationStream,
  claimAdOrganization,
  connectionOf,
  type Directory,
  decideLinks,
  findApplication,
  type LinkingDecision,
  linkAdOrganization,
  linkCodeOf,
  linkingApplicants,
  proveOwnership,
  reportDiscoveredOrganization,
  reportVisibleOrganizations,
  sameValue,
  seeOrganizationRoles,
  type VisibleOrganization,
  waitingApplications,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { BindingSources } from './bind-organizations.ts';

export interface LinkingDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly searchAds: Pick<SearchAdsClient, 'acls' | 'campaignNames'>;
  /** How ad accounts are bound; absent over version 5, whose organizations are what is visible. */
  readonly binding?: BindingSources | undefined;
}

/**
 * Asks which organizations are visible and links those that proven applications wait for. An application without a proof gets one
 * when a campaign in a free organization of its account name carries its code. What the service lets us do in linked organizations is
 * recorded where it is something else than before.
 * @returns how many links were recorded. No service is asked while no team waits or has an organization.
 */
export async function linkOrganizations(dependencies: LinkingDependencies, signal: AbortSignal): Promise<number> {
  const { directory, searchAds } = dependencies;
  await directory.caughtUp;
  const waiting = waitingApplications(directory.state).length > 0;
  if (!waiting && !anyLinked(directory.state)) return 0;
  const reading = await searchAds.acls(signal);
  const visible = reading.items;
  const links = waiting ? await linkVisible(dependencies, visible, signal) : 0;
  await recordRoles(dependencies, visible);
  // Only a whole list says that an organization is not shown any more.
  if (isWhole(reading)) await recordMissing(dependencies, new Set(visible.map(({ org_id }) => org_id)));
  return links;
}

const anyLinked = ({ applications }: Directory): boolean =>
  [...applications.values()].some(({ organizations }) => organizations.length > 0);

/** Records our roles in linked organizations. */
async function recordRoles({ log, directory }: LinkingDependencies, visible: readonly VisibleOrganization[]) {
  const roles = new Map(visible.map(({ org_id, role_names }) => [org_id, role_names]));
  let last = 0n;
  for (const { application_id, organizations, organization_roles } of [...directory.state.applications.values()]) {
    for (const { org_id } of organizations) {
      const role_names = roles.get(org_id) ?? [];
      if (role_names.length === 0 || sameValue(organization_roles[org_id] ?? [], role_names)) continue;
      const seen_at = new Date().toISOString();
      const { position } = await handleCommand(log, {
        stream: applicationStream(application_id),
        decider: applicationDecider,
        context: workflowActor('link-organizations'),
        cause: `roles ${org_id} ${seen_at}`,
        decide: (state) => seeOrganizationRoles(state, { org_id, role_names, seen_at }),
      });
      if (position > last) last = position;
    }
  }
  await directory.reached(last);
}

/** Records linked organizations that we are not shown any more, or again. */
async function recordMissing(
  { log, directory, binding }: LinkingDependencies,
  visible: ReadonlySet<number>,
): Promise<void> {
  let last = 0n;
  const unbound = binding === undefined ? new Set<number>() : unboundIds(directory.state, binding);
  for (const application of [...directory.state.applications.values()]) {
    const at = new Date().toISOString();
    if (reportVisibleOrganizations(application, { visible, unbound, at }).length === 0) continue;
    const { position } = await handleCommand(log, {
      stream: applicationStream(application.application_id),
      decider: applicationDecider,
      context: workflowActor('link-organizations'),
      cause: `visible ${at}`,
      decide: (state) => reportVisibleOrganizations(state, { visible, unbound, at }),
    });
    if (position > last) last = position;
  }
  await directory.reached(last);
}

/** Linked organizations that no ad account is bound to. */
function unboundIds({ applications }: Directory, { connections }: BindingSources): ReadonlySet<number> {
  const ids = [...applications.values()].flatMap(({ organizations }) => organizations.map(({ org_id }) => org_id));
  return new Set(ids.filter((orgId) => connectionOf(connections.state, orgId).account === null));
}

async function linkVisible(
  dependencies: LinkingDependencies,
  visible: readonly VisibleOrganization[],
  signal: AbortSignal,
): Promise<number> {
  const { log, directory } = dependencies;
  const decide = () => decideLinks(visible, linkingApplicants(directory.state), directory.state.ownersByOrganization);
  const proven = await proveByCampaigns(dependencies, decide().unproven, signal);
  await directory.reached(proven);
  const decision = decide();
  const lost = await claim(log, decision.claims);
  await bindNew(dependencies, decision.links, lost);
  let last = 0n;
  let links = 0;
  for (const link of decision.links) {
    if (lost.has(link.organization.org_id)) continue;
    const recorded = await recordLink(log, link.application_id, link.organization, link.name);
    links += recorded.events.length;
    if (recorded.position > last) last = recorded.position;
  }
  for (const match of decision.discovered) {
    const { position } = await recordMatch(log, match);
    if (position > last) last = position;
  }
  await directory.reached(last);
  return links;
}

/** An organization that is linked for the first time is the account that it was found by. */
async function bindNew(
  { log, directory, binding }: LinkingDependencies,
  links: LinkingDecision['links'],
  lost: ReadonlySet<number>,
): Promise<void> {
  if (binding === undefined) return;
  const { applications } = directory.state;
  const organizations = [...applications.values()].flatMap((application) => application.organizations);
  const linked = new Set(organizations.map(({ org_id }) => org_id));
  for (const { organization } of links) {
    const { org_id: orgId, v1_org_id: v1OrgId = null } = organization;
    if (lost.has(orgId) || linked.has(orgId)) continue;
    const context = workflowActor('link-organizations');
    const order = { orgId, adAccountId: orgId, v1OrgId, provenBy: 'link', context } as const;
    await binding.connections.reached(await bindAccount(log, order));
  }
}

/** Looks for the codes of applications in the names of campaigns. @returns commit position of the last proof, 0 without one. */
async function proveByCampaigns(
  { log, directory, searchAds }: LinkingDependencies,
  unproven: LinkingDecision['unproven'],
  signal: AbortSignal,
): Promise<bigint> {
  const namesOf = new Map<number, Promise<readonly string[]>>();
  let last = 0n;
  for (const { application_id, organization } of unproven) {
    const application = findApplication(directory.state, application_id);
    if (application === undefined) continue;
    const { org_id: orgId, currency } = organization;
    const names = namesOf.get(orgId) ?? searchAds.campaignNames({ orgId, currency }, signal);
    namesOf.set(orgId, names);
    const code = linkCodeOf(application);
    if (!(await names).some((name) => name.toLowerCase().includes(code))) continue;
    const { position } = await handleCommand(log, {
      stream: applicationStream(application_id),
      decider: applicationDecider,
      context: workflowActor('link-organizations'),
      cause: 'ownership-proof|campaign_code',
      decide: (state) => proveOwnership(state, { proof: 'campaign_code', at: new Date().toISOString() }),
    });
    if (position > last) last = position;
  }
  return last;
}

function recordMatch(log: EventLog, { application_id, organization, name }: LinkingDecision['discovered'][number]) {
  const { org_id } = organization;
  return handleCommand(log, {
    stream: applicationStream(application_id),
    decider: applicationDecider,
    context: workflowActor('link-organizations'),
    cause: `found ${org_id}`,
    decide: (state) => reportDiscoveredOrganization(state, { org_id, name, found_at: new Date().toISOString() }),
  });
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
      context: workflowActor('link-organizations'),
      cause: `claimed by ${team_id}`,
      decide: (current) =>
        current.status === 'claimed' ? [] : claimAdOrganization(current, { org_id, team_id, claimed_at }),
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
    context: workflowActor('link-organizations'),
    cause: `linked ${org_id} ${linked_at}`,
    decide: (state) =>
      linkAdOrganization(state, { org_id, name, account_name, currency, time_zone, payment_model, linked_at }),
  });
}
