import type { SearchAdsClient } from '@tapwise/adapters';
import { addDays, dayInZone } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SimulatorProcess, startSimulator } from './simulator-process.ts';

const adamId = 1500000001;
const today = dayInZone(Date.now(), 'UTC');
const range = { from: addDays(today, -14), to: addDays(today, -4) };
const scope = { orgId: 40669820, currency: 'USD' };

let simulator: SimulatorProcess;
let v5: SearchAdsClient;
let v1: SearchAdsClient;
let campaigns: { campaign_id: number; name: string; deleted: boolean }[];
let pageNames: ReadonlyMap<number, string>;

beforeAll(async () => {
  simulator = await startSimulator();
  v5 = simulator.searchAds({ api: 'v5' });
  v1 = simulator.searchAds({ api: 'v1' });
  campaigns = [...(await v5.findCampaigns(scope, adamId)).items];
  pageNames = (await v5.productPageNames(scope, adamId)).names;
});

afterAll(() => simulator.stop());
afterEach(() => simulator.faults(usual));

/** Switches of what the newer interface leaves open, as they are when nobody touched them. */
const usual = {
  inherited_bid: 'shown',
  country_in: 'metadata',
  report_filter: 'any',
  zero_days: 'date_only',
  result_without_rows: false,
  page_cap: null,
  total_count: 'absent',
  creative_destination: 'always',
};

/** What a client answers, in one order: of lists and fields none is promised. */
const inOrder = (items: readonly unknown[]): string[] =>
  items
    .map((item) =>
      JSON.stringify(item, (_key, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort())
          : value,
      ),
    )
    .sort();

async function expectSame(
  ask: (client: SearchAdsClient) => Promise<readonly unknown[]>,
  client: SearchAdsClient = v1,
): Promise<void> {
  const [older, newer] = await Promise.all([ask(v5), ask(client)]);
  expect(inOrder(newer)).toEqual(inOrder(older));
}

const ofCampaigns = async (ask: (campaignId: number) => Promise<{ items: readonly unknown[] }>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (const { campaign_id } of campaigns) all.push(...(await ask(campaign_id)).items);
  return all;
};

const negatives = (of: 'campaign' | 'ad_groups') => (client: SearchAdsClient) =>
  ofCampaigns(async (id) => {
    const { items } = await client.findNegatives(scope, id, of);
    // The newer interface has no condition under which it shows deleted ones.
    return { items: items.filter(({ deleted }) => !deleted) };
  });

describe('both interfaces give the same', () => {
  const questions: [string, (client: SearchAdsClient) => Promise<readonly unknown[]>][] = [
    ['names of all campaigns', (client) => client.campaignNames(scope)],
    ['campaigns', async (client) => (await client.findCampaigns(scope, adamId)).items],
    ['ad groups', (client) => ofCampaigns((id) => client.findAdGroups(scope, id))],
    ['negatives of campaigns', negatives('campaign')],
    ['names of product pages', async (client) => [...(await client.productPageNames(scope, adamId)).names]],
    ['ads', (client) => ofCampaigns((id) => client.findAds(scope, id, pageNames))],
    ['figures of campaigns', async (client) => (await client.report({ level: 'campaign', ...scope, ...range })).items],
    [
      'figures of one day',
      async (client) => (await client.report({ level: 'campaign', ...scope, from: range.to, to: range.to })).items,
    ],
    [
      'figures of ad groups',
      (client) => ofCampaigns((campaignId) => client.report({ level: 'ad_group', ...scope, campaignId, ...range })),
    ],
    [
      'figures of keywords',
      (client) => ofCampaigns((campaignId) => client.report({ level: 'keyword', ...scope, campaignId, ...range })),
    ],
    ['search terms', (client) => ofCampaigns((campaignId) => client.searchTerms({ ...scope, campaignId, ...range }))],
    [
      'sums of search terms',
      (client) => ofCampaigns((campaignId) => client.searchTermTotals({ ...scope, campaignId, ...range })),
    ],
    ['figures of ads', (client) => ofCampaigns((campaignId) => client.adFigures({ ...scope, campaignId, ...range }))],
    [
      'months',
      async (client) => {
        const last = addDays(`${addDays(today, -60).slice(0, 7)}-01`, -1);
        return (await client.months({ ...scope, from: `${addDays(today, -300).slice(0, 7)}-01`, to: last })).items;
      },
    ],
  ];

  it.each(questions)('%s', async (_what, ask) => {
    expect((await ask(v5)).length).toBeGreaterThan(0);
    await expectSame(ask);
  });

  it('negatives of ad groups', async () => {
    await expectSame(negatives('ad_groups'));
  });

  it('keywords, where an inherited bid is not shown', async () => {
    await simulator.faults({ inherited_bid: 'absent' });
    await expectSame((client) => ofCampaigns((id) => client.findKeywords(scope, id)));
  });

  it('keywords but for bids that are their ad group’s, where an inherited bid is shown', async () => {
    const fresh = simulator.searchAds({ api: 'v1' });
    const bids = new Map<number, number | null>();
    for (const { campaign_id } of campaigns) {
      for (const group of (await v5.findAdGroups(scope, campaign_id)).items)
        bids.set(group.ad_group_id, group.default_bid_micros);
    }
    const withBids = (client: SearchAdsClient) =>
      ofCampaigns(async (id) => {
        const { items } = await client.findKeywords(scope, id);
        return {
          items: items.map((keyword) => ({
            ...keyword,
            bid_micros: keyword.bid_micros ?? bids.get(keyword.ad_group_id),
          })),
        };
      });
    await expectSame(withBids, fresh);
  });
});

describe('the newer interface gives the same however it is answered', () => {
  const keywordFigures = (client: SearchAdsClient) =>
    ofCampaigns((campaignId) => client.report({ level: 'keyword', ...scope, campaignId, ...range }));
  const campaignFigures = async (client: SearchAdsClient) =>
    (await client.report({ level: 'campaign', ...scope, ...range })).items;

  it.each([
    { country_in: 'bucket' },
    { zero_days: 'zeros' },
    { zero_days: 'absent' },
    { page_cap: 70 },
    { result_without_rows: true },
    { total_count: 'null' },
    { total_count: 'zero' },
  ])('%o', async (switches) => {
    await simulator.faults(switches);
    await expectSame(keywordFigures, simulator.searchAds({ api: 'v1' }));
    await expectSame(
      (client) => ofCampaigns((id) => client.findAdGroups(scope, id)),
      simulator.searchAds({ api: 'v1' }),
    );
  });

  it.each(['docs', 'none_at_campaign', 'id_at_campaign'])(
    'whatever filters reports take: %s',
    async (report_filter) => {
      await simulator.faults({ report_filter });
      await expectSame(campaignFigures, simulator.searchAds({ api: 'v1' }));
    },
  );

  it('and where creatives have to be asked for one by one', async () => {
    await simulator.faults({ creative_destination: 'by_id' });
    const names = async (client: SearchAdsClient) => [...(await client.productPageNames(scope, adamId)).names];
    await expectSame(names, simulator.searchAds({ api: 'v1' }));
  });

  it('but uses no answer that names no country', async () => {
    await simulator.faults({ country_in: 'none' });
    const report = simulator.searchAds({ api: 'v1' }).report({ level: 'campaign', ...scope, ...range });
    await expect(report).rejects.toThrow('A row names no country');
  });

  it('and shows a word that is new as it is', async () => {
    const id = campaigns.find(({ deleted }) => !deleted)?.campaign_id ?? 0;
    await simulator.faults({ brand_new: [id] });
    const { items, problems } = await simulator.searchAds({ api: 'v1' }).findCampaigns(scope, adamId);
    expect([items.length, problems]).toEqual([campaigns.length, []]);
    await simulator.faults({ brand_new: [] });
  });
});
