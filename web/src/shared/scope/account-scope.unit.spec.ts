import type { Application } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import {
  type AccountScope,
  completeAccountScope,
  describeAccountScope,
  organizationsOf,
  targetsOf,
} from './account-scope.ts';

const organization = (organization_id: number) => ({
  organization_id,
  name: `Org ${organization_id}`,
  currency: 'USD',
  time_zone: 'UTC',
  state: 'working' as const,
  binding: 'proven' as const,
  message: null,
});
const application = (id: number, ...organizations: number[]) =>
  ({ id, name: `App ${id}`, asaOrganizations: organizations.map(organization) }) as Application;
const applications = [application(1, 11, 12), application(2, 11, 21)];
const nothing = { applicationId: () => null, organizationId: () => null };
const complete = (app: number | 'all' | null, org: number | 'all' | null, all = true, remembered = nothing) =>
  completeAccountScope({ application: app, organization: org }, applications, remembered, { all });

describe('whose figures a screen shows', () => {
  it('begins with what was looked at last, else with the first', () => {
    expect(complete(null, null)).toEqual({ application: 1, organization: 11 });
    const remembered = { applicationId: () => 2, organizationId: () => 21 };
    expect(
      completeAccountScope({ application: null, organization: null }, applications, remembered, { all: true }),
    ).toEqual({ application: 2, organization: 21 });
  });

  it('takes ids that are not there, and all where that is not offered, as not said', () => {
    expect(complete(9, 99)).toEqual({ application: 1, organization: 11 });
    expect(complete('all', 'all', false)).toEqual({ application: 1, organization: 11 });
    expect(complete(2, 12)).toEqual({ application: 2, organization: 11 });
  });

  it('covers every pair, and all applications begin with all organizations', () => {
    expect(complete('all', null)).toEqual({ application: 'all', organization: 'all' });
    const pairs = (scope: AccountScope) =>
      targetsOf(scope, applications).map((pair) => `${pair.application.id}.${pair.organization.organization_id}`);
    expect(pairs({ application: 'all', organization: 'all' })).toEqual(['1.11', '1.12', '2.11', '2.21']);
    expect(pairs({ application: 'all', organization: 11 })).toEqual(['1.11', '2.11']);
    expect(pairs({ application: 1, organization: 12 })).toEqual(['1.12']);
  });

  it('offers each organization once and says both in words', () => {
    expect(organizationsOf(applications, 'all').map(({ organization_id }) => organization_id)).toEqual([11, 12, 21]);
    expect(describeAccountScope({ application: 2, organization: 'all' }, applications)).toBe(
      'App 2 · All organizations',
    );
  });
});
