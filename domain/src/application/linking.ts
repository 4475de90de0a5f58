/** An ad organization visible to us, as the ad service lists it. */
export interface VisibleOrganization {
  org_id: number;
  org_name: string;
  display_name: string | null;
  currency: string;
  time_zone: string;
  payment_model: string | null;
}

/** An application that gave at least one account name, waiting or linked already. */
export interface LinkingApplicant {
  application_id: number;
  team_id: number;
  submitted_names: readonly string[];
  linked_org_ids: readonly number[];
}

export interface LinkingDecision {
  claims: { org_id: number; team_id: number }[];
  /** `name` is the organization's name that equals the submitted one. */
  links: { application_id: number; organization: VisibleOrganization; name: string }[];
}

/** Names are compared without surrounding blanks and without regard to case. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().toUpperCase().toLowerCase();
}

/**
 * Decides which visible ad organizations belong to which applications.
 *
 * An organization belongs to the applications of one team only. One that is claimed goes to every application of its
 * owner that asks for it, whoever else waits. One that is free is claimed when a single team asks for its name; when
 * several do, nobody gets it until an operator decides, because a name alone proves nothing.
 * @param owners team by the id of the ad organization it has claimed.
 */
export function decideLinks(
  visible: readonly VisibleOrganization[],
  applicants: readonly LinkingApplicant[],
  owners: ReadonlyMap<number, number>,
): LinkingDecision {
  const decision: LinkingDecision = { claims: [], links: [] };
  for (const organization of visible) {
    const asking = applicants.filter((applicant) => matchingName(organization, applicant) !== undefined);
    const teams = new Set(asking.map((applicant) => applicant.team_id));
    const [onlyTeam] = teams;
    const owner = owners.get(organization.org_id) ?? (teams.size === 1 ? onlyTeam : undefined);
    if (owner === undefined) continue;
    if (!owners.has(organization.org_id)) decision.claims.push({ org_id: organization.org_id, team_id: owner });
    decision.links.push(...linksFor(organization, asking, owner));
  }
  return decision;
}

function linksFor(organization: VisibleOrganization, asking: readonly LinkingApplicant[], owner: number) {
  return asking
    .filter((applicant) => applicant.team_id === owner && !applicant.linked_org_ids.includes(organization.org_id))
    .map((applicant) => {
      const name = matchingName(organization, applicant) ?? organization.org_name;
      return { application_id: applicant.application_id, organization, name };
    });
}

function matchingName(organization: VisibleOrganization, applicant: LinkingApplicant): string | undefined {
  const wanted = new Set(applicant.submitted_names.map(foldName));
  const names = [organization.display_name, organization.org_name];
  return names.find((name): name is string => name !== null && foldName(name) !== '' && wanted.has(foldName(name)));
}
