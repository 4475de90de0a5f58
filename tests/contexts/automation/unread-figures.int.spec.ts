import {
  addDays,
  adsPullStream,
  type DomainEventOf,
  dayInZone,
  exchangeRatesStream,
  termDecisionStream,
  termTotalsStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPullActivities,
  type PullDependencies,
} from '../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import { attemptedActivities } from '../../../workflows/src/testing/attempted-activities.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import type { ReadResponse } from '../../support/stand-ins/stand-in-ads-service.ts';
import { startRules } from '../../support/workers/rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

let world: SettingsChangeWorld;
let rules: { stop(): Promise<void> };
let today: string;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  rules = startRules(world.api, { hourMs: 1, everySeconds: undefined });
  today = dayInZone(world.api.deps.now().getTime(), 'UTC');
});
afterAll(async () => {
  await rules.stop();
  await world.stop();
});

const path = '/api/asa/automated_campaigns';
const get = async (of: string, query: object) => {
  const { api, applicationId: application_id, owner } = world;
  return (await api.call('GET', of, { token: owner.token, query: { application_id, ...query } })).body;
};
const post = async (of: string, body: object) => (await world.call('POST', of, body)).body;
const key = (campaignId: number) => `${campaignId}:${campaignId + 10}:${campaignId + 20}`;

/** A campaign with one keyword of its own ad group; each of its three reports has this bucket for today. */
async function campaignWith(id: number, bucket: object): Promise<void> {
  const { service } = world;
  const adGroupId = id + 10;
  const keywordId = id + 20;
  await world.campaign(id, [{ adGroupId, keywordId, bid: 800_000 }]);
  Object.assign(service.world.campaigns.at(-1) ?? {}, { supplySources: ['APPSTORE_SEARCH_RESULTS'] });
  const counts = { date: today, impressions: 120, taps: 4, tapInstalls: 2, viewInstalls: 0 };
  const row = (ids: object) => ({
    metadata: { countryOrRegion: 'US', ...ids },
    granularity: [{ ...counts, localSpend: { amount: '3', currency: 'USD' }, ...bucket }],
  });
  const { reports } = service.world;
  reports.set('/campaigns', [...(reports.get('/campaigns') ?? []), row({ campaignId: id })]);
  reports.set(`/campaigns/${id}/adgroups`, [row({ adGroupId })]);
  reports.set(`/campaigns/${id}/keywords`, [row({ adGroupId, keywordId })]);
}

/** Pulls the organization once, and waits until the tables hold what came. */
async function pull(): Promise<void> {
  const { api, searchAds, applicationId: application_id, orgId: org_id } = world;
  const directory = api.deps.directory as unknown as PullDependencies['directory'];
  const { signal } = new AbortController();
  const made = createPullActivities({ log: api.log, directory, searchAds, pauseSeconds: 5 });
  const { pullStructure, pullReports } = attemptedActivities(made, signal);
  const ref = { application_id, org_id };
  const { incomplete } = await pullStructure(ref);
  await pullReports({ ...ref, ages: { newest: 0, oldest: 1 }, ...(incomplete ? { incomplete } : {}) });
  await inTables(api, await api.log.lastPosition());
}

/** A later pull was whole: what it did not ask for again stays as it is. */
async function wholePull(): Promise<void> {
  const { api, applicationId, orgId } = world;
  const pulled_at = api.deps.now().toISOString();
  const data = { application_id: applicationId, org_id: orgId, pulled_at, from_day: today, to_day: today };
  await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullCompleted', data });
}

async function ruleFor(campaignId: number, automation_params: object): Promise<number> {
  const fields = { automation_type: 'raise_bids', automation_name: `Raise ${campaignId}`, automation_params };
  return Number((await post('automated_campaigns', { ...fields, apply_to: { [world.orgId]: [campaignId] } })).id);
}

async function runNow(id: number) {
  expect(await post('automated_campaigns/run', { id })).toMatchObject({ status: 'ok' });
  return await eventually(
    () => get(`${path}/verdicts`, { id }),
    ({ run }) => (run as { state: string } | null)?.state !== 'running',
  );
}
const dryRun = async (id: number) => (await post('automated_campaigns/dry_run', { id })).verdicts;
/** What a back-test says of the runs of a rule; the ends of calls are no part of it. */
async function backTest(id: number) {
  const range = { from: today, to: addDays(today, 1) };
  const { slots } = await post('automated_campaigns/backtest', { id, ...range, as_it_ran: true });
  return (slots as { verdicts: object[] }[]).map(({ verdicts }) => verdicts);
}
const withoutEnd = (verdicts: unknown) => (verdicts as object[]).map((verdict) => ({ ...verdict, outcome: null }));

type Rows = readonly Record<string, unknown>[];
const rowsOf = ({ data }: ReadResponse) => (Array.isArray(data) ? data : data.reportingDataResponse.row) as Rows;

describe('figures that could not be read', () => {
  const odd = { impressions: 'many' };
  const strange = (path: string, answer: ReadResponse): unknown => {
    if (path.endsWith('/campaigns/700/adgroups/find')) {
      return { ...answer, data: rowsOf(answer).map((row) => ({ ...row, name: { en: 'Group' } })) };
    }
    if (!path.endsWith('/campaigns/700/keywords')) return answer;
    const row = rowsOf(answer).map((row) => ({
      ...row,
      granularity: (row.granularity as object[]).map((bucket) => ({ ...bucket, ...odd })),
    }));
    return { ...answer, data: { reportingDataResponse: { row } } };
  };

  it('are not known in reports, and names stay what they were', async () => {
    const { orgId, service } = world;
    await campaignWith(700, {});
    service.alter = strange;
    await pull();
    const query = { asa_organization_id: orgId, from: today, to: today, campaign_id: 700 };
    const keywords = await get('/api/asa/keywords', { ...query, ad_group_id: 710 });
    const [row] = (keywords.rows as Rows).filter(({ id }) => id === 720);
    expect(row).toMatchObject({ impressions: null, taps: 4, ttr: null, spend: 3 });
    expect(keywords.warning).toContain('Some figures of Apple Ads could not be read');
    expect((await get('/api/asa/adgroups', query)).rows).toMatchObject([
      { id: 710, name: 'Group 710', impressions: 120 },
    ]);
  });

  it('keep a rule from raising where they decide, in a dry run, a run and a back-test', async () => {
    const { service } = world;
    const rule = await ruleFor(700, { impressions_cap: 1000 });
    const verdict = {
      key: key(700),
      verdict: 'skipped',
      reason: 'no_fresh_data',
      message: 'Not known for every day: impressions',
      inputs: { impressions: null, taps: 4, installs: 2, spend: 3, cpt: 0.75, cpa: 1.5, impression_share: null },
      caps: [{ cap: 'impressions_cap', value: null, limit: 1000, reached: false }],
    };
    expect(await dryRun(rule)).toMatchObject([verdict]);
    // The newest answer cannot be trusted: no rule runs at all, until a whole one follows.
    await wholePull();
    const before = world.writes().length;
    const { run, verdicts } = await runNow(rule);
    expect(run).toMatchObject({ state: 'done', change_id: null });
    expect(verdicts).toMatchObject([verdict]);
    expect(world.writes()).toHaveLength(before);
    expect(await backTest(rule)).toEqual([verdicts]);

    const other = await ruleFor(700, { installs_cap: 10 });
    expect(await dryRun(other)).toMatchObject([{ verdict: 'raised', inputs: { impressions: null, installs: 2 } }]);
    service.alter = undefined;
    await pull();
    expect(await dryRun(rule)).toMatchObject([{ verdict: 'raised', inputs: { impressions: 120 } }]);
    expect(await backTest(rule)).toEqual([verdicts]);
  });
});

describe('spend in another currency', () => {
  const spent = (currency: string) => ({ localSpend: { amount: '4', currency } });
  const published = (rates: Record<string, number>): DomainEventOf<'ExchangeRatesPublished'> => ({
    type: 'ExchangeRatesPublished',
    data: { day: today, rates, fetched_at: world.api.deps.now().toISOString() },
  });

  it('is compared at the rate of its day, and a back-test of the run keeps that rate', async () => {
    const { api } = world;
    await inTables(api, await happened(api, exchangeRatesStream(today), published({ USD: 1.1, GBP: 0.88 })));
    await campaignWith(800, spent('GBP'));
    await pull();
    // Four pounds are five dollars.
    const id = await ruleFor(800, { spend_cap: 4.5 });
    const verdict = { verdict: 'completed', cap: 'spend_cap', inputs: { spend: 5, cpt: 1.25 } };
    expect(await dryRun(id)).toMatchObject([verdict]);
    const { verdicts } = await runNow(id);
    expect(verdicts).toMatchObject([verdict]);
    const replaced = { USD: 1.1, GBP: 0.88 };
    const corrected = { day: today, rates: { USD: 1.1, GBP: 1.1 }, replaced, fetched_at: api.deps.now().toISOString() };
    const position = await happened(api, exchangeRatesStream(today), {
      type: 'ExchangeRatesCorrected',
      data: corrected,
    });
    await inTables(api, position);
    expect(await dryRun(id)).toMatchObject([{ inputs: { spend: 4 } }]);
    expect(await backTest(id)).toEqual([withoutEnd(verdicts)]);
  });

  it('keeps a rule from raising where it has no rate and decides', async () => {
    await campaignWith(900, spent('XAU'));
    await pull();
    const id = await ruleFor(900, { spend_cap: 100 });
    // What the campaign spent today is compared with its budget before everything else.
    const message = 'What its campaign spent today is not known';
    expect(await dryRun(id)).toMatchObject([{ reason: 'no_fresh_data', message, inputs: { spend: null, taps: 4 } }]);
  });
});

describe('a search term whose impressions could not be read', () => {
  it('is hidden without a number, and stays so when they can be read', async () => {
    const { api, applicationId: application_id, orgId: org_id } = world;
    const scope = { application_id, org_id, campaign_id: 700, currency: 'USD' };
    const snapshot = async (impressions: number, more: { unread?: ['impressions'] }) => {
      const pulled_at = api.deps.now().toISOString();
      const common = { ...scope, from_day: addDays(today, -365), to_day: today, pulled_at };
      const counts = { impressions, taps: 1, tap_installs: 0, view_installs: 0, spend_micros: 0 };
      const rows = [{ ad_group_id: 710, keyword_id: 720, text: 'rain noise', ...counts, ...more }];
      const recorded = { type: 'TermTotalsRecorded' as const, data: { ...common, rows } };
      const pulled = { type: 'TermTotalsPulled' as const, data: common };
      await inTables(api, await happened(api, termTotalsStream(application_id, org_id, 700), recorded, pulled));
    };
    const displayedTerms = async () => {
      const query = { asa_organization_id: org_id, campaign_id: 700 };
      return ((await get('/api/asa/filter_discovery', query)).search_terms as Rows).map(({ text, impressions }) => [
        text,
        impressions,
      ]);
    };
    await snapshot(0, { unread: ['impressions'] });
    expect(await displayedTerms()).toEqual([['rain noise', null]]);
    const body = { campaign_id: 700, asa_organization_id: org_id, texts: ['rain noise'] };
    expect(await post('search_terms/hide', body)).toEqual({ status: 'ok', hidden: 1 });
    const events = await api.log.readStream(termDecisionStream(700));
    expect(events.at(-1)?.event).toMatchObject({
      type: 'SearchTermsHidden',
      data: { terms: [{ text: 'rain noise', ad_group_id: null }] },
    });
    expect(JSON.stringify(events.at(-1)?.event)).not.toContain('impressions');
    await snapshot(5000, {});
    expect(await displayedTerms()).toEqual([]);
  });
});
