import { readLog, type SearchAdsClient } from '@tapwise/adapters';
import { addDays, type Day, dayInZone } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMonths } from '../../../workflows/src/pulls/pull-extras/record-months.ts';
import { readOrganizationContext } from '../../../workflows/src/pulls/pull-organization/organization-context.ts';
import { createPullActivities } from '../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import { asActivity } from '../../../workflows/src/testing/as-activity.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { inTables } from '../../support/facts/ads-world.ts';
import { followDirectory, linkOrganization } from '../../support/facts/linked-application.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const orgId = 40669820;
const stopping = new AbortController();

let api: ApiService;
let simulator: SimulatorProcess;
let token: string;
let applicationId: number;
let today: Day;
let stored: Record<string, unknown>;

beforeAll(async () => {
  simulator = await startSimulator();
  api = await startApi({ tables: true });
  ({ token } = await api.signUp());
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  const client = simulator.searchAds({ api: 'v5' });
  const linked = (await client.acls()).items.find(({ org_id }) => org_id === orgId);
  const { currency = '', time_zone = '' } = linked ?? {};
  await api.deps.directory.reached(
    await linkOrganization(api.log, applicationId, { org_id: orgId, currency, time_zone }),
  );
  today = dayInZone(Date.now(), time_zone);
  await pull(client);
  await pullMonths(client);
  await inTables(api, await api.log.lastPosition());
  stored = await answers();
});
afterAll(async () => {
  stopping.abort();
  await Promise.all([api.stop(), simulator.stop()]);
});

const ref = () => ({ application_id: applicationId, org_id: orgId });

/** Pulls what is there with a worker that remembers nothing; days that are over, as those of today grow while they are read. */
async function pull(searchAds: SearchAdsClient): Promise<void> {
  const directory = followDirectory(api.log, stopping.signal);
  const activities = createPullActivities({ log: api.log, directory, searchAds, pauseSeconds: 5 });
  expect(await asActivity(activities.pullStructure)(ref())).not.toHaveProperty('incomplete');
  const order = { ...ref(), ages: { newest: 4, oldest: 24 } };
  expect(await asActivity(activities.pullReports)(order)).not.toHaveProperty('incomplete');
}

async function pullMonths(searchAds: SearchAdsClient): Promise<void> {
  const directory = followDirectory(api.log, stopping.signal);
  const context = await readOrganizationContext({ directory, searchAds }, ref());
  const scope = { log: api.log, ...context, ref: ref(), today, firstDay: addDays(today, -89) };
  await recordMonths({ ...scope, signal: stopping.signal, problems: [] });
}

/** What every report says of the days and months that are stored, without ages. */
async function answers(): Promise<Record<string, unknown>> {
  const base = { application_id: applicationId, asa_organization_id: orgId };
  const range = { ...base, from: addDays(today, -24), to: addDays(today, -4) };
  const ask = async (path: string, query: Record<string, string | number>) => {
    const { status, body } = await api.call('GET', `/api/asa/${path}`, { token, query });
    expect([path, status]).toEqual([path, 200]);
    const { as_of: _, ...answer } = body;
    return answer as { rows?: readonly Record<string, unknown>[] };
  };
  const campaigns = await ask('campaigns', range);
  const ids = (campaigns.rows ?? []).map(({ id }) => Number(id)).filter((id) => id > 0);
  const campaign_id = ids[0] ?? 0;
  const adGroups = await ask('adgroups', { ...range, campaign_id });
  const ad_group_id = Number(adGroups.rows?.[0]?.id);
  return {
    campaigns,
    adGroups,
    keywords: await ask('keywords', { ...range, campaign_id, ad_group_id }),
    allKeywords: await ask('all_campaigns_keywords', { ...range, campaign_ids: ids.join(',') }),
    countries: await ask('basic_by_countries', range),
    days: await ask('campaigns', { ...range, granularity: 'day' }),
    months: await ask('monthly_reports', { application_id: applicationId, year: Number(today.slice(0, 4)) - 1 }),
    changes: await ask('changes', { ...range, to: today }),
  };
}

/** Types of events that work appends, with how often. */
async function appendedBy(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await api.log.lastPosition();
  await work();
  const counts: Record<string, number> = {};
  await readLog(api.log, { after: before }, (events) => {
    for (const { event } of events) counts[event.type] = (counts[event.type] ?? 0) + 1;
  });
  return counts;
}

describe('a log of pulls over version 5 that is read on over version 1', () => {
  it('holds something on each report', () => {
    const counted = ['campaigns', 'adGroups', 'keywords', 'allKeywords', 'countries'] as const;
    for (const name of counted) {
      const { totals } = stored[name] as { totals: { impressions: number | null } };
      expect([name, Number(totals.impressions) > 0]).toEqual([name, true]);
    }
    const { rows } = stored.months as { rows: readonly { impressions: number | null }[] };
    expect(rows.some(({ impressions }) => Number(impressions) > 0)).toBe(true);
  });

  it('gets no event but that it was read, and no report differs in a cell', async () => {
    const newer = simulator.searchAds({ api: 'v1' });
    expect(await appendedBy(() => pull(newer))).toEqual({ AdsPullCompleted: 1 });
    await inTables(api, await api.log.lastPosition());
    expect(await answers()).toEqual(stored);
  });

  it('keeps each stored figure where answers have no rows for what is deleted', async () => {
    const older = simulator.searchAds({ api: 'v5' });
    const scope = { orgId, currency: 'USD', priority: 'person' } as const;
    const campaigns = (await older.findCampaigns(scope, 1500000001)).items;
    const running = campaigns.find(({ name }) => name === 'US | Brand | Exact')?.campaign_id ?? 0;
    expect(await older.writer.deleteCampaign(scope, running)).toMatchObject({ kind: 'done' });
    await simulator.faults({ deleted_rows: 'no', result_without_rows: true });
    const appended = await appendedBy(() => pull(simulator.searchAds({ api: 'v1' })));
    expect(appended).not.toHaveProperty('AdsReportRowsRecorded');
    await inTables(api, await api.log.lastPosition());
    const { campaigns: now, countries, months } = await answers();
    const totalsOf = (answer: unknown) => (answer as { totals: unknown }).totals;
    expect([now, countries].map(totalsOf)).toEqual([stored.campaigns, stored.countries].map(totalsOf));
    expect(months).toEqual(stored.months);
  });
});
