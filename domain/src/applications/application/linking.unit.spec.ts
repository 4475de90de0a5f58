import { describe, expect, it } from 'vitest';
import { decideLinks, type LinkingApplicant, type VisibleOrganization } from './linking.ts';

const organization = (org_id: number, org_name: string, display_name: string | null = null): VisibleOrganization => ({
  org_id,
  org_name,
  display_name,
  currency: 'USD',
  time_zone: 'UTC',
  payment_model: 'PAYG',
  role_names: [],
});
const applicant = (
  application_id: number,
  team_id: number,
  names: string[],
  linked_org_ids: number[] = [],
  overrides: Partial<LinkingApplicant> = {},
): LinkingApplicant => ({
  application_id,
  team_id,
  submitted_names: names,
  linked_org_ids,
  found_org_ids: [],
  proven: true,
  allowed_org_ids: [],
  refused_org_ids: [],
  ...overrides,
});

/** Links as `application>organization`, claims as `team=organization`. */
function decide(
  visible: VisibleOrganization[],
  applicants: LinkingApplicant[],
  owners: [org: number, team: number][] = [],
) {
  const { links, claims } = decideLinks(visible, applicants, new Map(owners));
  return {
    links: links.map((entry) => `${entry.application_id}>${entry.organization.org_id}`),
    claims: claims.map((entry) => `${entry.team_id}=${entry.org_id}`),
  };
}

describe('an ad organization', () => {
  it('is claimed and linked when its name is the submitted one, without regard to blanks and case', () => {
    for (const name of ['Acme Apps', '  acme APPS ']) {
      expect(decide([organization(9, 'Acme Apps')], [applicant(1, 7, [name])])).toEqual({
        links: ['1>9'],
        claims: ['7=9'],
      });
    }
    expect(decide([organization(9, ' STRASSE ')], [applicant(1, 7, ['Straße'])]).links).toEqual(['1>9']);
  });

  it('is linked by its display name too, under the name that fitted', () => {
    const { links } = decideLinks([organization(9, 'Acme GmbH', 'Acme')], [applicant(1, 7, ['ACME'])], new Map());
    expect(links).toMatchObject([{ application_id: 1, name: 'Acme' }]);
  });

  it('of another name is not linked, and neither is one without a name', () => {
    const visible = [organization(9, 'Acme Apps'), organization(10, ' ', '')];
    expect(decide(visible, [applicant(1, 7, ['Acme']), applicant(2, 8, [' '])])).toEqual({ links: [], claims: [] });
  });

  it('is linked beside every other one of that name', () => {
    const visible = [organization(9, 'Acme'), organization(10, 'Other', 'Acme')];
    expect(decide(visible, [applicant(1, 7, ['Acme'])])).toEqual({ links: ['1>9', '1>10'], claims: ['7=9', '7=10'] });
  });

  it('belongs to one team: a second one with the same name sees nothing', () => {
    const applicants = [applicant(1, 7, ['Acme'], [9]), applicant(2, 8, ['Acme'])];
    expect(decide([organization(9, 'Acme')], applicants, [[9, 7]])).toEqual({ links: [], claims: [] });
  });

  it('is not linked while two teams wait for it at once', () => {
    const applicants = [applicant(1, 7, ['Acme']), applicant(2, 8, ['acme'])];
    expect(decide([organization(9, 'Acme')], applicants)).toEqual({ links: [], claims: [] });
  });

  it('that is new is not linked when a second team has the name of an integrated one', () => {
    const applicants = [applicant(1, 7, ['Acme'], [9]), applicant(2, 8, ['Acme'])];
    expect(decide([organization(10, 'Acme')], applicants, [[9, 7]])).toEqual({ links: [], claims: [] });
  });

  it('goes to a further application of its owner at once, no matter who else waits', () => {
    const applicants = [applicant(1, 7, ['Acme'], [9]), applicant(2, 8, ['Acme']), applicant(3, 7, ['Acme'])];
    expect(decide([organization(9, 'Acme')], applicants, [[9, 7]])).toEqual({ links: ['3>9'], claims: [] });
  });

  it('goes to all waiting applications of one team together, with one claim', () => {
    const applicants = [applicant(1, 7, ['Acme']), applicant(2, 7, ['Acme'])];
    expect(decide([organization(9, 'Acme')], applicants)).toEqual({ links: ['1>9', '2>9'], claims: ['7=9'] });
  });

  it('is never linked twice, and a new name adds without unlinking', () => {
    const visible = [organization(9, 'Acme'), organization(10, 'Other')];
    const applicants = [applicant(1, 7, ['Acme', 'Other'], [9])];
    expect(decide(visible, applicants, [[9, 7]])).toEqual({ links: ['1>10'], claims: ['7=10'] });
  });

  it('that its owner never asked for by name is not linked to the owner’s applications', () => {
    expect(decide([organization(9, 'Acme')], [applicant(3, 7, ['Other'])], [[9, 7]]).links).toEqual([]);
  });
});

describe('without a proof', () => {
  const unproven = { proven: false };

  it('a name alone links nothing: the organization is reported once and its campaigns may prove', () => {
    const decision = decideLinks([organization(9, 'Acme')], [applicant(1, 7, ['Acme'], [], unproven)], new Map());
    expect(decision).toMatchObject({ claims: [], links: [], discovered: [{ application_id: 1 }] });
    expect(decision.unproven).toMatchObject([{ application_id: 1, organization: { org_id: 9 } }]);
    const reported = applicant(1, 7, ['Acme'], [], { ...unproven, found_org_ids: [9] });
    expect(decideLinks([organization(9, 'Acme')], [reported], new Map()).discovered).toEqual([]);
  });

  it('having typed the name first does not hold up the team that has a proof', () => {
    const applicants = [applicant(1, 7, ['Acme'], [], unproven), applicant(2, 8, ['Acme'])];
    expect(decide([organization(9, 'Acme')], applicants)).toEqual({ links: ['2>9'], claims: ['8=9'] });
  });

  it('a further application of the owner waits too', () => {
    const applicants = [applicant(1, 7, ['Acme'], [9]), applicant(2, 7, ['Acme'], [], unproven)];
    expect(decide([organization(9, 'Acme')], applicants, [[9, 7]]).links).toEqual([]);
  });

  it('campaigns of an organization that belongs to another team are not looked at', () => {
    const decision = decideLinks(
      [organization(9, 'Acme')],
      [applicant(2, 8, ['Acme'], [], unproven)],
      new Map([[9, 7]]),
    );
    expect(decision.unproven).toEqual([]);
  });
});

describe('an operator', () => {
  it('decides between two teams that both have proofs', () => {
    const contested = [applicant(1, 7, ['Acme']), applicant(2, 8, ['Acme'], [], { allowed_org_ids: [9] })];
    expect(decide([organization(9, 'Acme')], contested)).toEqual({ links: ['2>9'], claims: ['8=9'] });
  });

  it('can refuse an organization, which then goes to the other team', () => {
    const contested = [applicant(1, 7, ['Acme'], [], { refused_org_ids: [9] }), applicant(2, 8, ['Acme'])];
    expect(decide([organization(9, 'Acme')], contested)).toEqual({ links: ['2>9'], claims: ['8=9'] });
  });

  it('cannot take an organization from the team it belongs to', () => {
    const late = [applicant(1, 7, ['Acme'], [9]), applicant(2, 8, ['Acme'], [], { allowed_org_ids: [9] })];
    expect(decide([organization(9, 'Acme')], late, [[9, 7]])).toEqual({ links: [], claims: [] });
  });
});
