/** An ad organization visible to us, as the ad service lists it. */
export interface VisibleOrganization {
  org_id: number;
  org_name: string;
  display_name: string | null;
  currency: string;
  time_zone: string;
  payment_model: string | null;
  /** What it lets us do there; empty where it does not say. */
  role_names: readonly string[];
  /** The organization above the ad account, over version 1 of the interface; `null` where it does not say. */
  v1_org_id?: number | null;
}

/** An application that gave at least one account name, waiting or linked already. */
export interface LinkingApplicant {
  application_id: number;
  team_id: number;
  submitted_names: readonly string[];
  linked_org_ids: readonly number[];
  /** Organizations it was already reported for. */
  found_org_ids: readonly number[];
  /** The team has proved that it runs the app. */
  proven: boolean;
  /** Decided by an operator. */
  allowed_org_ids: readonly number[];
  refused_org_ids: readonly number[];
}

export interface LinkingDecision {
  claims: { org_id: number; team_id: number }[];
  /** `name` is the organization's name that equals the submitted one. */
  links: { application_id: number; organization: VisibleOrganization; name: string }[];
  /** Organizations that cannot be linked yet, each once for an application. */
  discovered: { application_id: number; organization: VisibleOrganization; name: string }[];
  /** Where a campaign's name may prove the ownership of an application that has no proof yet. */
  unproven: { application_id: number; organization: VisibleOrganization }[];
}

/** Names are compared without surrounding blanks and without regard to case. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().toUpperCase().toLowerCase();
}

/**
 * Decides which visible ad organizations belong to which applications.
 *
 * A name alone proves nothing: an application is linked once its team has proved that it runs the app. An organization belongs to
 * the applications of one team only. One that is claimed goes to every proven application of its owner that asks for it, no matter who
 * else waits. One that is free is claimed when proven applications of a single team ask for its name; when several teams have
 * proofs, it stays unlinked until an operator decides.
 * @param owners team by the id of the ad organization it has claimed.
 */
export function decideLinks(
  visible: readonly VisibleOrganization[],
  applicants: readonly LinkingApplicant[],
  owners: ReadonlyMap<number, number>,
): LinkingDecision {
  const decision: LinkingDecision = { claims: [], links: [], discovered: [], unproven: [] };
  for (const organization of visible) decideOrganization(decision, organization, { applicants, owners });
  return decision;
}

function decideOrganization(
  decision: LinkingDecision,
  organization: VisibleOrganization,
  { applicants, owners }: { applicants: readonly LinkingApplicant[]; owners: ReadonlyMap<number, number> },
): void {
  const { org_id } = organization;
  const asking = applicants.filter(
    (applicant) =>
      matchingName(organization, applicant) !== undefined &&
      !applicant.linked_org_ids.includes(org_id) &&
      !applicant.refused_org_ids.includes(org_id),
  );
  const claimedBy = owners.get(org_id);
  const owner = claimedBy ?? nextOwner(org_id, asking);
  const linked = asking.filter(({ proven, team_id }) => proven && team_id === owner);
  if (claimedBy === undefined && owner !== undefined) decision.claims.push({ org_id, team_id: owner });
  decision.links.push(...linked.map((applicant) => named(organization, applicant)));
  for (const applicant of asking.filter((candidate) => !linked.includes(candidate))) {
    if (!applicant.found_org_ids.includes(org_id)) decision.discovered.push(named(organization, applicant));
    const free = owner === undefined || owner === applicant.team_id;
    if (!applicant.proven && free) {
      decision.unproven.push({ application_id: applicant.application_id, organization });
    }
  }
}

/** The team that a free organization goes to: the one an operator chose, else the only one with a proof. */
function nextOwner(orgId: number, asking: readonly LinkingApplicant[]): number | undefined {
  const proven = asking.filter((applicant) => applicant.proven);
  const allowed = proven.filter(({ allowed_org_ids }) => allowed_org_ids.includes(orgId));
  const teams = new Set((allowed.length > 0 ? allowed : proven).map(({ team_id }) => team_id));
  return teams.size === 1 ? [...teams][0] : undefined;
}

function named(organization: VisibleOrganization, applicant: LinkingApplicant) {
  const name = matchingName(organization, applicant) ?? organization.org_name;
  return { application_id: applicant.application_id, organization, name };
}

function matchingName(organization: VisibleOrganization, applicant: LinkingApplicant): string | undefined {
  const wanted = new Set(applicant.submitted_names.map(foldName));
  const names = [organization.display_name, organization.org_name];
  return names.find((name): name is string => name !== null && foldName(name) !== '' && wanted.has(foldName(name)));
}
