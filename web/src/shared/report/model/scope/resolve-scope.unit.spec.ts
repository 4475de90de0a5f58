import type { Application } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { chosenBy, resolveScope } from './resolve-scope.ts';
import { defaultFilters, type Scope } from './url-state.ts';

const application = (id: number, organizations: number[]): Application => ({
  id,
  name: `App ${id}`,
  url: `https://apps.example/id${id}`,
  adam_id: id,
  currency: 'USD',
  api_key: 'key',
  api_keys: ['key'],
  notifications_url: null,
  link_code: 'tapwise-key',
  asa_problem: null,
  problems: [],
  small_business: false,
  asa_account_name: null,
  asa_integration: 'integrated',
  asc_integration: 'not_integrated',
  asc_notifications_integration: 'not_integrated',
  asc_checked_at: null,
  asc_problem: null,
  ingest_url: null,
  last_notification_at: null,
  last_sdk_event_at: null,
  sdk_integration: 'not_integrated',
  asaOrganizations: organizations.map((organization_id) => ({
    organization_id,
    name: `Org ${organization_id}`,
    currency: 'USD',
    time_zone: 'UTC',
    state: 'working',
    binding: 'proven',
    message: null,
  })),
  paymentModel: null,
  locInvoiceDetails: null,
  first_sdk_event_date: null,
});
const applications = [application(1, [10, 11]), application(2, [20])];
const scope = (applicationId: number | null, organizationId: number | null): Scope => ({
  applicationId,
  organizationId,
  range: { preset: 'last7' },
  compare: 'none',
  filters: defaultFilters,
});
const nothing = { applicationId: null, organizationId: () => null };

describe('the scope of an address', () => {
  it('is what it names', () => {
    expect(resolveScope(scope(1, 11), applications, nothing)).toEqual(scope(1, 11));
  });

  it('left open is what was looked at last, by application', () => {
    const remembered = { applicationId: 1, organizationId: (id: number) => (id === 1 ? 11 : null) };
    expect(resolveScope(scope(null, null), applications, remembered)).toEqual(scope(1, 11));
    expect(resolveScope(scope(2, null), applications, remembered)).toEqual(scope(2, 20));
  });

  it('naming what is not there is as if left open', () => {
    expect(resolveScope(scope(9, 10), applications, nothing)).toEqual(scope(1, 10));
    expect(resolveScope(scope(2, 10), applications, nothing)).toEqual(scope(2, 20));
    expect(resolveScope(scope(1, 10), [], nothing)).toEqual(scope(null, null));
  });

  it('finds its application and organization', () => {
    const chosen = chosenBy(scope(1, 11), applications);
    expect([chosen.application?.name, chosen.organization?.name]).toEqual(['App 1', 'Org 11']);
    expect(chosenBy(scope(1, 20), applications).organization).toBeNull();
  });
});
