import { describe, expect, it } from 'vitest';
import { DomainError } from '../../shared/domain-error.ts';
import {
  type AccountChoice,
  decideAccount,
  type OtherOrganizations,
  requireFittingAccount,
  type SeenAdAccount,
  type SoughtOrganization,
} from './account-proof.ts';

const nobody: OtherOrganizations = { organizationsByAccount: new Map(), linkedIds: new Set([7]) };
const withCampaigns: SoughtOrganization = { orgId: 7, names: ['Moon GmbH', 'Moon'], hasStoredCampaigns: true };
const withoutCampaigns: SoughtOrganization = { ...withCampaigns, hasStoredCampaigns: false };

const account = (adAccountId: number, name: string, foundCampaigns: readonly number[] | null = []): SeenAdAccount => ({
  adAccountId,
  name,
  v1OrgId: 70,
  foundCampaigns,
});

const boundElsewhere = (adAccountId: number): OtherOrganizations => ({
  organizationsByAccount: new Map([[adAccountId, 8]]),
  linkedIds: new Set([7, 8]),
});

describe('the account of an organization with stored campaigns', () => {
  it('is the only one that holds some of them, whatever its number and name', () => {
    const holder = account(99, 'Something else', [501]);
    const accounts = [account(7, 'Moon'), account(98, 'Moon'), holder];
    expect(decideAccount(withCampaigns, accounts, nobody)).toEqual({
      kind: 'proven',
      account: holder,
      provenBy: 'campaigns',
    });
  });

  it('is never recognized by its number and name without them', () => {
    expect(decideAccount(withCampaigns, [account(7, 'Moon')], nobody)).toEqual({ kind: 'unproven', candidates: [] });
  });

  it('is for a person to choose among those that hold some', () => {
    const accounts = [account(7, 'Moon', [501]), account(9, 'Sun', [502]), account(10, 'Moon')];
    expect(decideAccount(withCampaigns, accounts, nobody)).toEqual({
      kind: 'unproven',
      candidates: [
        { adAccountId: 7, name: 'Moon' },
        { adAccountId: 9, name: 'Sun' },
      ],
    });
  });

  it('is found among however many accounts', () => {
    const many = Array.from({ length: 2500 }, (_, index) => account(1000 + index, `Account ${index}`));
    const holder = account(9999, 'Last', [501]);
    expect(decideAccount(withCampaigns, [...many, holder], nobody)).toMatchObject({ kind: 'proven', account: holder });
  });

  it('is not decided while the service does not say what one of them holds', () => {
    const accounts = [account(7, 'Moon', [501]), account(9, 'Sun', null)];
    expect(decideAccount(withCampaigns, accounts, nobody)).toEqual({ kind: 'undecided' });
  });

  it('is none that another organization has', () => {
    const decision = decideAccount(withCampaigns, [account(9, 'Moon', [501])], boundElsewhere(9));
    expect(decision).toEqual({ kind: 'unproven', candidates: [] });
  });

  it('is not proven by campaigns that are also in an account of another organization', () => {
    const accounts = [account(7, 'Moon', [501]), account(9, 'Moon', [501])];
    expect(decideAccount(withCampaigns, accounts, boundElsewhere(9))).toEqual({
      kind: 'unproven',
      candidates: [{ adAccountId: 7, name: 'Moon' }],
    });
  });
});

describe('the account of an organization without stored campaigns', () => {
  it('has its number and one of its names, whatever the case', () => {
    const same = account(7, ' MOON ', null);
    expect(decideAccount(withoutCampaigns, [account(9, 'Moon'), same], nobody)).toEqual({
      kind: 'proven',
      account: same,
      provenBy: 'number_and_name',
    });
  });

  it('is for a person to choose where only the name or only the number is the same', () => {
    const accounts = [account(9, 'Moon'), account(7, 'Renamed'), account(10, 'Of somebody else')];
    expect(decideAccount(withoutCampaigns, accounts, nobody)).toEqual({
      kind: 'unproven',
      candidates: [
        { adAccountId: 9, name: 'Moon' },
        { adAccountId: 7, name: 'Renamed' },
      ],
    });
  });

  it('is none of the name that has the number of another organization', () => {
    const others: OtherOrganizations = { organizationsByAccount: new Map(), linkedIds: new Set([7, 9]) };
    const decision = decideAccount(withoutCampaigns, [account(9, 'Moon')], others);
    expect(decision).toEqual({ kind: 'unproven', candidates: [] });
  });

  it('is none that another organization has, even with its number and name', () => {
    const decision = decideAccount(withoutCampaigns, [account(7, 'Moon')], boundElsewhere(7));
    expect(decision).toEqual({ kind: 'unproven', candidates: [] });
  });

  it('is not recognized by an empty name', () => {
    const nameless = { ...withoutCampaigns, names: ['', ' '] };
    expect(decideAccount(nameless, [account(7, ' ')], nobody)).toMatchObject({ kind: 'unproven' });
  });
});

describe('an account that a person chose', () => {
  const person: AccountChoice = { adAccountId: 9, by: 'person', isOwnAccess: false };
  const choose = (
    choice: AccountChoice,
    organization: SoughtOrganization,
    accounts: readonly SeenAdAccount[],
    others = nobody,
  ) => {
    try {
      return requireFittingAccount(choice, organization, accounts, others).adAccountId;
    } catch (error) {
      return error instanceof DomainError ? error.code : error;
    }
  };

  it('fits when it holds some of the stored campaigns', () => {
    expect(choose(person, withCampaigns, [account(9, 'Sun', [501])])).toBe(9);
  });

  it('is refused when it does not, whoever chose it', () => {
    for (const by of ['person', 'operator'] as const) {
      expect(choose({ ...person, by }, withCampaigns, [account(9, 'Moon')])).toBe('refused');
    }
  });

  it('is not there when it is not seen or bound elsewhere', () => {
    expect(choose(person, withCampaigns, [account(7, 'Moon', [501])])).toBe('not_found');
    expect(choose(person, withCampaigns, [account(9, 'Moon', [501])], boundElsewhere(9))).toBe('not_found');
  });

  it('waits for the service to say what it holds', () => {
    expect(choose(person, withCampaigns, [account(9, 'Moon', null)])).toBe('unavailable');
  });

  it('is with our key only one that may be the organization, where no campaign can prove it', () => {
    const accounts = [account(9, 'Of another customer'), account(10, 'Moon')];
    expect(choose(person, withoutCampaigns, accounts)).toBe('not_found');
    expect(choose({ ...person, adAccountId: 10 }, withoutCampaigns, accounts)).toBe(10);
    expect(choose({ ...person, isOwnAccess: true }, withoutCampaigns, accounts)).toBe(9);
    expect(choose({ ...person, by: 'operator' }, withoutCampaigns, accounts)).toBe(9);
  });
});
