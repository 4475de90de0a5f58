import { type ClickHouseClient, insertRows } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeSubscriptions, explainRow, type ReportQuestion, rowGrain } from '../../queries.ts';
import { adamId, applicationId, orgId } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';
import { factParamsOf } from '../reports/facts/fact-params.ts';
import { subscriptionFacts } from '../reports/facts/subscription-facts.queries.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const now = new Date('2026-03-20T00:00:00.000Z');
const started = '2026-03-10T00:00:00.000Z';
const scope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  linkedOrgIds: [orgId],
  timeZone: 'Europe/Berlin',
  currency: 'USD',
  smallBusiness: false,
};
const question: ReportQuestion = {
  scope,
  from: '2026-03-01',
  to: '2026-03-20',
  countries: null,
  claimType: 'total',
  status: 'all',
  now,
};

/** Every combination of kind, status, charges, introduction and ends before and after the instant. */
async function everyForm(client: ClickHouseClient): Promise<void> {
  const statuses = ['none', 'trial', 'trial_canceled', 'billing_issues', 'active', 'canceled', 'refunded'];
  const ends = [null, '2026-03-15T00:00:00.000Z', '2026-03-25T00:00:00.000Z'];
  const forms = ['subscription', 'one_time', 'none'].flatMap((kind) =>
    statuses.flatMap((status) =>
      [0, 2].flatMap((line_charge_count) =>
        [null, started].flatMap((trial_started_at) =>
          ends.flatMap((ended_at) =>
            ends.map((billing_issues_at) => ({
              kind,
              status,
              line_charge_count,
              trial_started_at,
              ended_at,
              billing_issues_at,
            })),
          ),
        ),
      ),
    ),
  );
  const rows = forms.map((form, index) => ({
    application_id: applicationId,
    original_transaction_id: `t${index}`,
    product_id: 'monthly',
    storefront: 'US',
    started_at: started,
    ended_status: 'canceled',
    install_id: `i${index}`,
    install_state: 'attributed',
    org_id: orgId,
    campaign_id: 1,
    country: 'US',
    claim_type: 'click',
    first_launch_at: started,
    log_position: index + 1,
    recorded_at: started,
    ...form,
  }));
  await insertRows(client, { table: 'subscription_current_v1', rows, token: 'forms' });
  const placed = rows.map((row, index) => ({ ...row, subscription_key: index, is_removed: row.kind === 'none' }));
  await insertRows(client, { table: 'cohort_subscription_v1', rows: placed, token: 'placed' });
}

it('rows, values and explanations agree on which subscriptions are live, whatever their form', async () => {
  const client = await tables.emptyTables();
  await everyForm(client);
  let valued = 0;
  const subscriptionQuestion = { applicationId, now, currency: 'USD', smallBusiness: false };
  for await (const page of activeSubscriptions(client, subscriptionQuestion)) valued += page.length;
  const all = rowGrain('campaigns', null);
  const facts = await subscriptionFacts(client, factParamsOf(all.grain, question));
  const counted = facts.reduce((sum, { charges }) => sum + charges.length, 0);
  const { cut } = await explainRow(client, { ...question, ...all, activeLimit: 1 });
  expect(valued).toBeGreaterThan(0);
  expect({ counted, explained: cut?.live }).toEqual({ counted: valued, explained: valued });
});
